import { createDatabase, onEachDatabase, type TestDatabase } from './support/databases.ts';
import { type Program, runUntilExit, startProgram } from './support/program.ts';

onEachDatabase('the started program', (create) => {
  let database: TestDatabase;
  let program: Program;

  beforeAll(async () => {
    database = await create();
    program = await startProgram({ ...database.env, LOGLEVEL: 'hunter2' });
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  it('warns of a variable that looks like one of its own', () => {
    expect(program.output()).toContain(
      'LOGLEVEL is not a variable of this program; did you mean LOG_LEVEL?',
    );
    expect(program.output()).not.toContain('hunter2');
  });

  it('says that it is healthy', async () => {
    const response = await fetch(`${program.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('writes nothing but lines of the log where no terminal is', () => {
    for (const line of program.output().trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(Number),
        msg: expect.any(String),
      });
    }
  });

  it('refuses a port that is taken, in one sentence', async () => {
    const other = await createDatabase('embedded');
    const { port } = new URL(program.url);
    const { code, output } = await runUntilExit({ ...other.env, PORT: port, LOG_LEVEL: 'warn' });
    expect(code).toBe(1);
    expect(output.split('\n')).toContain(
      `Port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT.`,
    );
    await other.drop();
  });
});

describe('a start that cannot be', () => {
  it('names a wrong variable and prints no secret', async () => {
    const { code, output } = await runUntilExit({
      PORT: 'http',
      SMTP_URL: 'hunter2',
    });
    expect(code).toBe(1);
    expect(output).toBe(
      'PORT must be a whole number from 0 to 65535. ' +
        'SMTP_URL must be a URL such as smtp://user:password@host:587.\n',
    );
  });

  it('names a database that does not answer, without its password', async () => {
    const { code, output } = await runUntilExit({
      DATABASE_URL: 'postgresql://directory:hunter2@127.0.0.1:1/directory',
    });
    expect(code).toBe(1);
    expect(output).toContain('Cannot use the database directory on 127.0.0.1:1');
    expect(output).not.toContain('hunter2');
    expect(output).not.toContain('    at ');
  });
});

describe('a second server on the same data folder', () => {
  it('is refused by name of the first, which goes on', async () => {
    const database = await createDatabase('embedded');
    const first = await startProgram(database.env);
    const { code, output } = await runUntilExit(database.env);
    expect([code, output]).toEqual([
      1,
      `The embedded database in ${database.env.DATA_DIR} is in use by process ${first.pid} (server). ` +
        'Stop that process, or give this one another DATA_DIR.\n',
    ]);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);

    await first.kill();
    const third = await startProgram(database.env);
    expect((await fetch(`${third.url}/health`)).status).toBe(200);
    await third.stop();
    await database.drop();
  });
});
