import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';

const CONTENT = 'name,city\nLoon Cafe,Ely\n,Ely\n';

describe('an import loses no file', () => {
  let database: TestDatabase;
  let folder: string;
  let input: string;
  const importFile = (...options: string[]) => runCli(database.env, 'import', input, ...options);

  beforeAll(async () => {
    database = await createDatabase('embedded');
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
    ['rejects that are another file', ['--rejects', 'thesis.txt'], /not written by an import/],
    ['a report that is another file', ['--report', 'thesis.txt'], /not written by an import/],
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

  it('writes both for the owner only, and again over its own', async () => {
    const report = join(folder, 'report.json');
    for (const kind of ['inserted', 'unchanged']) {
      const result = await importFile('--report', report);
      expect(countsOf(result)).toMatchObject({ [kind]: 1, rejected: 1 });
      for (const path of [report, `${input}.rejects.csv`]) {
        expect((await stat(path)).mode & 0o777).toBe(0o600);
      }
    }
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.part'));
  });
});
