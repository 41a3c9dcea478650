import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';
import { runUntilExit, startProcess } from '../support/program-process.ts';

describe('the embedded database', () => {
  let database: TestDatabase;
  let file: string;

  beforeEach(async () => {
    database = await createDatabase('embedded');
    file = join(database.env.DATA_DIR, 'one.csv');
    await writeFile(file, 'name,city\nLoon Cafe,Ely\n');
  });
  afterEach(() => database.drop());

  it('refuses a second server, which names the owner, until the owner is killed', async () => {
    const killed = await startProcess(database.env);
    const { code, output } = await runUntilExit({ ...database.env, PORT: '0' });
    expect(code).toBe(1);
    expect(output).toContain(`is in use by process ${killed.pid} (server)`);

    await killed.kill();
    const program = await startProcess(database.env);
    expect(countsOf(await runCli(database.env, 'import', file))).toMatchObject({ inserted: 1 });
    await program.stop();
  });

  it('accepts one import while no server runs, and keeps its rows', async () => {
    const both = await Promise.all([1, 2].map(() => runCli(database.env, 'import', file)));
    const [winner, loser] = both.sort((a, b) => a.code! - b.code!);
    expect(countsOf(winner!)).toMatchObject({ inserted: 1 });
    expect([loser!.code, loser!.stdout]).toEqual([1, '']);
    expect(loser!.stderr).toMatch(/is in use by process \d+ \(import\)/);
    expect(countsOf(await runCli(database.env, 'import', file))).toMatchObject({ unchanged: 1 });
  });
});
