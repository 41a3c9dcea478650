import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestToken } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import { type SupervisedProgram, startProcess } from '../support/program-process.ts';

const EMAIL = 'admin@localhost';

describe('the first admin of an embedded database, started without a terminal', () => {
  let folder: string;
  let DATA_DIR: string;
  let program: SupervisedProgram;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-'));
    DATA_DIR = join(folder, 'created/by/the/program');
    program = await start();
  });
  afterAll(async () => {
    await program.kill();
    await rm(folder, { recursive: true });
  });

  const start = () =>
    startProcess({ DATA_DIR, ADMIN_EMAIL: '', ADMIN_PASSWORD: '', LOG_LEVEL: 'trace' });
  const file = () => join(DATA_DIR, 'first-admin-password');
  const signIn = async (password: string) =>
    (await requestToken(program, { email: EMAIL, password })).status;

  const filesThatContain = async (password: string) => {
    const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files).not.toEqual([]);
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    return paths.filter((_, index) => contents[index]!.includes(password));
  };

  it('has a password that is stored only in a private file, until it is used', async () => {
    const password = (await readFile(file(), 'utf8')).trim();
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(program.output()).toContain(file());
    expect(program.output()).not.toContain(password);

    expect(await signIn('royal banana kettle')).toBe(400);
    expect(await readdir(DATA_DIR)).toContain('first-admin-password');
    expect(await signIn(password)).toBe(200);
    expect(await readdir(DATA_DIR)).not.toContain('first-admin-password');

    await program.stop();
    expect(program.output()).not.toContain(password);
    expect(await filesThatContain(password)).toEqual([]);
    program = await start();
    expect(await signIn(password)).toBe(200);
    expect(program.output()).not.toContain(file());
  });

  it('has the file removed when the command line resets the password', async () => {
    await writeFile(file(), 'never used\n');
    const { stdout } = await runCli({ DATA_DIR }, 'admins', 'reset-password', EMAIL);
    expect(await readdir(DATA_DIR)).not.toContain('first-admin-password');
    const [password] = /\S{12,}/.exec(stdout.replace(EMAIL, ''))!;
    expect(await signIn(password)).toBe(200);
  });
});
