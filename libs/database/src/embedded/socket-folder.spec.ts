import { chmod, mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataDirError } from '#libs/config/src/data-dir.js';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { socketFolderOf } from './socket-folder.js';

describe(socketFolderOf.name, () => {
  const inFolder = useFolder();
  let path: string;
  let folder: string;
  const refused = () => expect(socketFolderOf(path)).rejects.toThrow(DataDirError);

  beforeEach(async () => {
    path = inFolder('x'.repeat(80));
    await mkdir(path);
    folder = await socketFolderOf(path);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('is the data folder if its path is short enough for a socket', async () => {
    const short = inFolder('short');
    await mkdir(short);
    expect(await socketFolderOf(short)).toBe(short);
    const link = inFolder('y'.repeat(80));
    await symlink(short, link);
    expect(await socketFolderOf(link)).toBe(short);
  });

  it('is a private folder for a longer path', async () => {
    expect(dirname(folder)).toBe('/tmp');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is the same for processes that reach the data folder by another path', async () => {
    const link = inFolder('link');
    await symlink(path, link);
    expect(await socketFolderOf(path)).toBe(folder);
    expect(await socketFolderOf(link)).toBe(folder);
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
