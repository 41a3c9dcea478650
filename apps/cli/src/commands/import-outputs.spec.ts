import { link, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import { ImportOutputs } from './import-outputs.js';

const CONTENT = 'name,city\nLoon Cafe,Ely\n,Ely\n';

describe(ImportOutputs.name, () => {
  let folder: string;
  let input: string;
  let mapping: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-outputs-'));
    input = join(folder, 'input.csv');
    mapping = join(folder, 'mapping.json');
    await writeFile(input, CONTENT);
    await symlink(input, join(folder, 'symbolic.csv'));
    await link(input, join(folder, 'hard.csv'));
    await writeFile(mapping, '{"name": "name"}');
    await writeFile(join(folder, 'thesis.txt'), 'years of work');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each<[string, { rejects?: string; report?: string }, string]>([
    ['rejects that are the input', { rejects: 'input.csv' }, 'input.csv is read by this import'],
    ['a report that is the input', { report: 'input.csv' }, 'input.csv is read by this import'],
    ['a symbolic link to the input', { report: 'symbolic.csv' }, 'symbolic.csv is read by this'],
    ['a hard link to the input', { rejects: 'hard.csv' }, 'hard.csv is read by this import'],
    ['another path to the input', { rejects: '$/input.csv' }, 'is read by this import'],
    ['the mapping', { report: 'mapping.json' }, 'mapping.json is read by this import'],
    ['the same file for both', { rejects: 'one', report: '$/one' }, 'cannot be both'],
    ['rejects that are another file', { rejects: 'thesis.txt' }, 'already exists'],
    ['a report that is another file', { report: 'thesis.txt' }, 'already exists'],
    ['a folder', { report: '$' }, 'is not a regular file'],
  ])('refuses %s before changing any file', async (_, options, sentence) => {
    const before = await readdir(folder);
    const inFolder = Object.fromEntries(
      Object.entries(options).map(([name, path]) => [
        name,
        `${folder}/${path.replace('$', `../${basename(folder)}`)}`,
      ]),
    );
    const created = ImportOutputs.create([input, mapping], await openSource(input), {
      dryRun: false,
      ...inFolder,
    });
    await expect(created).rejects.toThrow(ImportRefusedError);
    await expect(created).rejects.toThrow(sentence);
    expect(await readdir(folder)).toEqual(before);
    expect(await readFile(input, 'utf8')).toBe(CONTENT);
    expect(await readFile(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work');
  });
});
