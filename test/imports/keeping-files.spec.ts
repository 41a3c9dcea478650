import { link, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';

const CONTENT = 'name,city\nLoon Cafe,Ely\n,Ely\n';

describe('an import loses no file', () => {
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
    await symlink(input, join(folder, 'symbolic.csv'));
    await link(input, join(folder, 'hard.csv'));
    await writeFile(join(folder, 'mapping.json'), '{"name": "name"}');
    await writeFile(join(folder, 'thesis.txt'), 'years of work');
  });
  afterAll(() => database.drop());

  it.each<[string, string[], RegExp]>([
    ['rejects that are the input', ['--rejects', 'input.csv'], /input\.csv is read by this import/],
    ['a report that is the input', ['--report', 'input.csv'], /input\.csv is read by this import/],
    ['by a symbolic link', ['--report', 'symbolic.csv'], /symbolic\.csv is read by this import/],
    ['by a hard link', ['--rejects', 'hard.csv'], /hard\.csv is read by this import/],
    ['by another path', ['--rejects', '../files/input.csv'], /is read by this import/],
    ['the mapping', ['--mapping', 'mapping.json', '--report', 'mapping.json'], /is read by this/],
    ['one file for both', ['--rejects', 'one', '--report', '../files/one'], /cannot be both/],
    ['rejects that are another file', ['--rejects', 'thesis.txt'], /is there already/],
    ['a report that is another file', ['--report', 'thesis.txt'], /is there already/],
    ['a folder', ['--report', '../files'], /is not a regular file/],
  ])('refuses %s before anything is touched', async (_, options, sentence) => {
    const before = await readdir(folder);
    const inFolder = options.map((option) =>
      option.startsWith('--') ? option : relative('.', folder) + '/' + option,
    );
    const { code, stdout, stderr } = await importFile(...inFolder);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(before);
    expect(await readFile(input, 'utf8')).toBe(CONTENT);
    expect(await readFile(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('keeps a mended file of rejected rows, whether it is imported or the input once more', async () => {
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

  it('writes both for the owner only, and the same again', async () => {
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
