import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { isAnswered } from '../support/is-answered.ts';
import { ADMIN } from '../support/program.ts';

describe('npm start', () => {
  let database: TestDatabase;
  let npm: ChildProcess;
  let url: string;

  beforeEach(async () => {
    database = await createDatabase('embedded');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // Skips the build scripts, which would change the program under other tests.
    npm = spawn('npm', ['start', '--ignore-scripts'], {
      detached: true,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...database.env,
        PORT: String(port),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SAMPLE_DATA: 'false',
      },
    });
    await eventually(() => isAnswered(`${url}/health`), 90_000);
  });
  afterEach(async () => {
    // A failed test may have left processes in the group.
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGKILL');
    await database.drop();
  });

  it('stops with npm', async () => {
    await expectToEndBy(() => process.kill(npm.pid!, 'SIGTERM'));
  });

  it('stops with the program on Ctrl-C', async () => {
    // The terminal signals the whole group, and npm signals the program as well.
    await expectToEndBy(() => process.kill(-npm.pid!, 'SIGINT'));
  });

  async function expectToEndBy(end: () => void): Promise<void> {
    const ended = once(npm, 'exit');
    end();
    const [code] = await ended;
    expect(code).toBe(0);
    expect(await isAnswered(`${url}/health`)).toBe(false);
    expect(existsSync(join(database.env.DATA_DIR, 'owner.sock'))).toBe(false);
  }
});
