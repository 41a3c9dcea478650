import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirError, prepareDataDir, requireOwned } from './data-dir.js';
import { useFolder } from '../../../test/support/use-folder.ts';

describe(prepareDataDir.name, () => {
  const inFolder = useFolder();
  let path: string;

  beforeEach(() => {
    path = inFolder('data');
  });
  afterEach(() => jest.restoreAllMocks());

  const modeOf = async (folder: string) => (await stat(folder)).mode & 0o7777;
  const refusal = async (folder = path): Promise<string> => {
    const error: unknown = await prepareDataDir(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DataDirError);
    return (error as Error).message;
  };

  it('creates the folder and its missing parents with mode 700', async () => {
    await prepareDataDir(join(path, 'deep/down'));
    expect(await modeOf(join(path, 'deep/down'))).toBe(0o700);
  });

  it.each([
    ['is empty', []],
    ['is the root of a file system', ['lost+found']],
    ['holds only street maps', ['maps']],
    ['is a data folder', ['postgres', 'notes.txt']],
  ])('removes access for other users from our own folder if it %s', async (_what, names) => {
    await mkdir(path);
    for (const name of names) await mkdir(join(path, name));
    await chmod(path, 0o777);
    await prepareDataDir(path);
    expect(await modeOf(path)).toBe(0o700);
  });

  it('refuses a folder with other files that other users can access, and does not change it', async () => {
    await mkdir(path);
    await writeFile(join(path, 'thesis.tex'), '');
    await chmod(path, 0o755);
    expect(await refusal()).toContain(
      `DATA_DIR ${path} contains other files and is accessible to other users. Run "chmod 700 ${path}"`,
    );
    expect(await modeOf(path)).toBe(0o755);
    await chmod(path, 0o700);
    await prepareDataDir(path);
  });

  it("refuses another user's folder that others can access, and suggests a command", async () => {
    await mkdir(path);
    await chmod(path, 0o770);
    jest.spyOn(process, 'getuid').mockReturnValue(4711);
    expect(await refusal()).toContain(`"chown 4711 ${path} && chmod 700 ${path}"`);
    expect(await modeOf(path)).toBe(0o770);
    await chmod(path, 0o700);
    await prepareDataDir(path);
  });

  it("refuses to use another user's database, even as root", async () => {
    await mkdir(path, { mode: 0o700 });
    await requireOwned(path);
    const { uid } = await stat(path);
    jest.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    await expect(requireOwned(path)).rejects.toThrow(
      `DATA_DIR ${path} belongs to another user (uid ${uid}). Run the program as that user`,
    );
  });

  it('refuses a path below a symbolic link that leads nowhere', async () => {
    await symlink(inFolder('nothing'), path);
    expect(await refusal(join(path, 'deep'))).toContain('cannot be used (ENOENT).');
  });

  it('refuses a file, and a path below a file', async () => {
    await writeFile(path, '');
    for (const place of [path, join(path, 'data')]) {
      expect(await refusal(place)).toContain(`DATA_DIR ${place} is a file or is below one.`);
    }
  });
});
