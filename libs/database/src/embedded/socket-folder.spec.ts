import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { DataDirError } from '#libs/config/src/data-dir.js';
import { socketFolderOf } from './socket-folder.js';

describe(socketFolderOf.name, () => {
  const path = `/${randomUUID().padEnd(80, 'x')}`;
  let folder: string;
  const refused = () => expect(socketFolderOf(path)).rejects.toThrow(DataDirError);

  beforeEach(async () => {
    folder = await socketFolderOf(path);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('is the data folder if its path is short enough for a socket', async () => {
    const short = `/${'x'.repeat(79)}`;
    expect(await socketFolderOf(short)).toBe(short);
  });

  it('is a private folder for a longer path, the same one each time', async () => {
    expect(dirname(folder)).toBe(tmpdir());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await socketFolderOf(path)).toBe(folder);
  });

  it('is refused if other users can write to it', async () => {
    await chmod(folder, 0o770);
    await refused();
  });

  it('is refused if it belongs to another user', async () => {
    jest.spyOn(process, 'getuid').mockReturnValue(process.getuid!() + 1);
    await refused();
  });

  it('is refused if it is a symbolic link', async () => {
    const elsewhere = `${folder}-elsewhere`;
    await rename(folder, elsewhere);
    await symlink(elsewhere, folder);
    await refused();
    await rm(folder);
    await rename(elsewhere, folder);
  });
});
