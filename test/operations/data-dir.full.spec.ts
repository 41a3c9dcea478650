import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCli } from '../support/cli.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually, eventuallyPrints } from '../support/eventually.ts';
import { requestKey } from '../support/keys.ts';
import { type SupervisedProgram, runUntilExit, startProcess } from '../support/program-process.ts';
import { useFolder } from '../support/use-folder.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the data folder', () => {
  const inFolder = useFolder();
  let database: TestDatabase;
  let program: SupervisedProgram;
  let umask: number;

  beforeAll(async () => {
    umask = process.umask(0);
    database = await createDatabase('embedded');
    await chmod(database.env.DATA_DIR, 0o777);
    program = await startProcess(database.env);
  });
  afterAll(async () => {
    process.umask(umask);
    await program.kill();
    await rm(`${database.env.DATA_DIR}-moved`, { recursive: true, force: true });
    await database.drop();
  });

  it('is closed to other users, including every file written to it', async () => {
    const { DATA_DIR } = database.env;
    expect(await modeOf(DATA_DIR)).toBe('700');
    await requestKey(program);
    const outbox = join(DATA_DIR, 'outbox');
    const mail = await eventually(async () =>
      (await readdir(outbox).catch(() => [])).find((name) => name.endsWith('.eml')),
    );
    expect(await modeOf(outbox)).toBe('700');
    expect(await modeOf(join(outbox, mail))).toBe('600');
  });

  it('receives no world-readable file from the command line', async () => {
    const file = inFolder('some.csv');
    await writeFile(file, 'name,city\n,Ely\n');
    const report = inFolder('report.json');
    await runCli(database.env, 'import', file, '--report', report);
    expect(await modeOf(`${file}.rejects.csv`)).toBe('600');
    expect(await modeOf(report)).toBe('600');
  });

  it('has one owner when two servers take it over from a killed one at the same time', async () => {
    await program.kill();
    const hold = `${database.env.DATA_DIR}-hold`;
    const late = runUntilExit({
      ...database.env,
      PORT: '0',
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/support/hold-takeover.mjs')).href}`,
      HOLD_TAKEOVER: hold,
    });
    await eventually(() => existsSync(hold));
    program = await startProcess(database.env);
    await rm(hold);
    // The owner ends when it finds its socket replaced.
    expect(await Promise.race([late, program.ended])).toEqual({
      code: 1,
      output: expect.stringContaining(`is in use by process ${program.pid} (server)`),
    });
    expect((await fetch(`${program.url}/health`)).status).toBe(200);
  });

  it('ends the program when moved away, without changes at the new location', async () => {
    const { DATA_DIR } = database.env;
    await rename(DATA_DIR, `${DATA_DIR}-moved`);
    expect(await program.ended).toBe(1);
    await eventuallyPrints(program, /^.*DATA_DIR .* was moved, removed or replaced/m);
    // A restarted program would create a new database in the old location.
    await eventually(() => program.reports().includes('final'));
    expect(existsSync(DATA_DIR)).toBe(false);
    program = await startProcess({ DATA_DIR: `${DATA_DIR}-moved` });
    expect((await fetch(`${program.url}/health`)).status).toBe(200);
  });

  it('ends the program when the database inside is moved away', async () => {
    const inside = join(`${database.env.DATA_DIR}-moved`, 'postgres');
    await rename(inside, `${inside}-moved`);
    expect(await program.ended).toBe(1);
    await eventually(() => program.reports().includes('final'));
    expect(await readdir(`${database.env.DATA_DIR}-moved`)).not.toContain('postgres');
  });
});

describe('an unusable data folder', () => {
  /** Drops the capabilities of root, which could otherwise write anywhere. */
  const runner = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : [];
  const inFolder = useFolder();

  const refusal = async (DATA_DIR: string): Promise<string> => {
    const { code, output } = await runUntilExit({ DATA_DIR }, runner);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).not.toContain('Cannot listen');
    return output;
  };

  it.each(['admins reset-password ada@example.org', 'import --dry-run --source chamber README.md'])(
    'is not created by a command that needs an existing one: %s',
    async (line) => {
      const DATA_DIR = inFolder('nowhere');
      const { code, stderr } = await runCli({ DATA_DIR }, ...line.split(' '));
      expect(code).toBe(1);
      expect(stderr).toContain(`There is no database in DATA_DIR ${DATA_DIR}.`);
      expect(existsSync(DATA_DIR)).toBe(false);
    },
  );

  it('is named in the error when it cannot be written or created', async () => {
    const DATA_DIR = inFolder('data');
    await mkdir(DATA_DIR, { mode: 0o500 });
    expect(await refusal(DATA_DIR)).toContain(`DATA_DIR ${DATA_DIR} is not writable by this user`);
    const below = inFolder('data', 'below');
    expect(await refusal(below)).toContain(`DATA_DIR ${below} cannot be created by this user`);
  });

  it("is refused with PostgreSQL's message if the database is damaged", async () => {
    const { env, drop } = await createDatabase('embedded');
    await writeFile(join(env.DATA_DIR, 'postgres/global/pg_control'), Buffer.alloc(8_192));
    expect(await refusal(env.DATA_DIR)).toContain('database files are incompatible with server.');
    await drop();
  });

  const itAsRoot = process.getuid?.() === 0 ? it : it.skip;
  itAsRoot("is not used by root's command line while its owner's server is stopped", async () => {
    const { env, drop } = await createDatabase('embedded');
    const { DATA_DIR } = env;
    const before = await readdir(DATA_DIR, { recursive: true });
    for (const name of ['.', ...before]) await chown(join(DATA_DIR, name), 4711, 4711);
    const { code, stdout } = await runCli(env, 'doctor');
    expect(code).toBe(1);
    expect(stdout).toContain(`${DATA_DIR}/postgres belongs to another user (uid 4711).`);
    expect(await readdir(DATA_DIR, { recursive: true })).toEqual(before);
    await drop();
  });
});
