import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';

const CONTENT = 'name,city\nLoon Cafe,Ely\n,Ely\n';

describe('an import that writes files', () => {
  let database: TestDatabase;
  let folder: string;
  let input: string;
  const importFile = (...options: string[]) => runCli(database.env, 'import', input, ...options);

  beforeAll(async () => {
    database = await createAnyDatabase();
    folder = join(database.env.DATA_DIR, 'files');
    input = join(folder, 'input.csv');
    await mkdir(folder);
    await writeFile(input, CONTENT);
  });
  afterAll(() => database.drop());

  it('refuses an output that would replace its input, before reading it', async () => {
    const { code, stdout, stderr } = await importFile('--rejects', input);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^Cannot import .*input\.csv is read by this import.*\n$/),
    ]);
    expect(await readdir(folder)).toEqual([basename(input)]);
    expect(await readFile(input, 'utf8')).toBe(CONTENT);
  });

  it('keeps an edited file of rejected rows when it or the input is imported again', async () => {
    const rejects = `${input}.rejects.csv`;
    await importFile();
    const mended = 'line,reason,name,city\n3,It has no name.,Birch Books,Ely\n';
    await writeFile(rejects, mended);
    expect(countsOf(await runCli(database.env, 'import', rejects))).toMatchObject({ inserted: 1 });
    const { stdout } = await importFile();
    expect(stdout).toContain('input.csv.rejects-2.csv');
    expect(await readFile(rejects, 'utf8')).toBe(mended);
    await rm(rejects);
    await rm(join(folder, 'input.csv.rejects-2.csv'));
  });

  it('makes both files private to the owner on every run', async () => {
    const report = join(folder, 'report.json');
    for (let times = 0; times < 2; times++) {
      const result = await importFile('--report', report);
      expect(countsOf(result)).toMatchObject({ unchanged: 1, rejected: 1 });
      for (const path of [report, `${input}.rejects.csv`]) {
        expect((await stat(path)).mode & 0o777).toBe(0o600);
      }
    }
    const names = await readdir(folder);
    expect(names.filter((name) => /\.part$|rejects-2/.test(name))).toEqual([]);
  });
});
