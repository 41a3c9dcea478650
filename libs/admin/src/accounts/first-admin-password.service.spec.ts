import { readFile, stat } from 'node:fs/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { FirstAdminPasswordService } from './first-admin-password.service.js';

describe(FirstAdminPasswordService.name, () => {
  const inFolder = useFolder();

  it('replaces the file of an earlier start and removes it only for the generated account', async () => {
    const file = inFolder('first-admin-password');
    const service = new FirstAdminPasswordService({ DATA_DIR: inFolder() } as Environment);
    await service.write('earlier');
    await service.write('generated');
    expect(await readFile(file, 'utf8')).toBe('generated\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await service.removeFor('ada@example.org');
    expect(await readFile(file, 'utf8')).toBe('generated\n');
    await service.removeFor('admin@localhost');
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
