import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { ImportOutputs } from './import-outputs.js';

const CONTENT = 'name,city\nLoon Cafe,Ely\n,Ely\n';

describe(ImportOutputs.name, () => {
  const inFolder = useFolder();
  let input: string;

  beforeEach(async () => {
    input = inFolder('input.csv');
    await writeFile(input, CONTENT);
    await writeFile(inFolder('thesis.txt'), 'years of work');
  });

  it.each<[string, { rejects?: string; report?: string }, string]>([
    ['rejects that are the input', { rejects: 'input.csv' }, 'input.csv already exists'],
    ['the same file for both', { rejects: 'one', report: '$/one' }, 'cannot be both'],
    ['a report that is another file', { report: 'thesis.txt' }, 'already exists'],
    ['a folder', { report: '$' }, 'is not a regular file'],
  ])('refuses %s before changing any file', async (_, options, sentence) => {
    const before = await readdir(inFolder());
    const paths = Object.fromEntries(
      Object.entries(options).map(([name, path]) => [
        name,
        `${inFolder()}/${path.replace('$', `../${basename(inFolder())}`)}`,
      ]),
    );
    const created = ImportOutputs.create(input, await openSource(input), {
      dryRun: false,
      ...paths,
    });
    await expect(created).rejects.toThrow(ImportRefusedError);
    await expect(created).rejects.toThrow(sentence);
    expect(await readdir(inFolder())).toEqual(before);
    expect(await readFile(input, 'utf8')).toBe(CONTENT);
    expect(await readFile(inFolder('thesis.txt'), 'utf8')).toBe('years of work');
  });
});
