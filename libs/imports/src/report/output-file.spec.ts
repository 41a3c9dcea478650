import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportCounts } from './import-counts.js';
import { JsonReport } from './json-report.js';
import { OutputFile } from './output-file.js';
import { RejectsFile } from './rejects-file.js';

const REJECTED = {
  line: 2,
  kind: 'rejected',
  reason: 'It has no name.',
  cells: ['', 'Ely'],
} as const;
const ABOUT = { file: 'a.csv', format: 'CSV', encoding: 'UTF-8', dryRun: false } as const;

describe(OutputFile.name, () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-output-'));
    path = join(folder, 'out');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeRejects = async () => {
    const file = await RejectsFile.create(path, () => ['name', 'city']);
    await file.add(REJECTED);
    return file;
  };
  const writeReport = async () => {
    const report = await JsonReport.create(path, ABOUT);
    await report.close(new ImportCounts(), true);
  };

  it('takes its place when it is whole, readable by its owner only', async () => {
    const file = await writeRejects();
    expect(existsSync(path)).toBe(false);
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('line,reason,name,city\n2,It has no name.,,Ely\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('replaces what an import wrote before, and an empty file', async () => {
    await writeFile(path, '');
    await (await writeRejects()).close();
    await (await writeRejects()).close();
    await rm(path);
    await writeReport();
    await writeReport();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ file: 'a.csv' });
  });

  it.each([
    ['a file of somebody else', 'name,city\nLoon Cafe,Ely\n'],
    ['a table that only begins alike', 'line,reason,minutes\n3,Jam,15\n'],
    ['other JSON', '{"file":"holiday.jpg"}'],
  ])('does not replace %s', async (_, content) => {
    await writeFile(path, content);
    for (const write of [writeRejects, writeReport]) {
      await expect(write()).rejects.toThrow(/was not written by an import/);
    }
    expect(await readFile(path, 'utf8')).toBe(content);
    expect(await readdir(folder)).toEqual(['out']);
  });

  it('replaces neither a link nor a device', async () => {
    await symlink(join(folder, 'elsewhere'), path);
    await expect(writeRejects()).rejects.toThrow(`${path} is not a regular file.`);
    await expect(RejectsFile.create('/dev/null', () => [])).rejects.toThrow('not a regular file');
  });

  it('does not replace a file that came while it was written', async () => {
    const file = await writeRejects();
    await writeFile(path, 'mine');
    await expect(file.close()).rejects.toThrow(/was not written by an import/);
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['mine', ['out']]);
  });

  it('leaves what was there when nothing was rejected', async () => {
    await (await writeRejects()).close();
    const before = await readFile(path, 'utf8');
    await (await RejectsFile.create(path, () => ['name'])).close();
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual([before, ['out']]);
  });
});
