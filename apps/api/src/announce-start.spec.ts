import { Logger } from '@nestjs/common';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { announceStart } from './announce-start.js';

describe(announceStart.name, () => {
  const environment = loadEnvironment({ PUBLIC_URL: 'https://directory.test', DATA_DIR: '/data' });
  const { isTTY } = process.stdout;
  let written: string;

  beforeEach(() => {
    written = '';
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => Boolean((written += String(text))));
  });
  afterEach(() => {
    process.stdout.isTTY = isTTY;
    jest.restoreAllMocks();
  });

  it('shows the URLs and the next command on a terminal', async () => {
    process.stdout.isTTY = true;
    await announceStart(environment, { email: 'admin@localhost', password: 'hunter2' });
    for (const place of ['/', '/api/v1', '/docs', '/admin/docs']) {
      expect(written).toContain(` https://directory.test${place}\n`);
    }
    expect(written).toContain('/data/outbox\n');
    expect(written).toContain('curl https://directory.test/api/v1/key-requests');
    expect(written).toContain('admin@localhost  hunter2\n');
  });

  it('logs the URLs without a terminal', async () => {
    process.stdout.isTTY = false;
    const logged = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    await announceStart(environment, undefined);
    expect(logged).toHaveBeenCalledWith(
      expect.stringContaining('API: https://directory.test/api/v1;'),
    );
    expect(written).toBe('');
  });
});
