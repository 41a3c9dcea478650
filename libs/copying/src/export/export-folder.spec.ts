import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { readCursor } from '../position.js';
import { type ExportFile, nameOf, originKey, readName } from './export-file.js';
import { ExportFolder } from './export-folder.js';

const EPOCH = '5d8e20f1';
const ORIGIN = 'https://directory.test';
const FORMER = originKey('https://former.test');
const DIGEST = '0123456789abcdef'.repeat(4);

const facts = (version: number, more: Partial<ExportFile> = {}) => ({
  format: 'ndjson' as const,
  epoch: EPOCH,
  origin: originKey(ORIGIN),
  version: String(version),
  changedAt: new Date(1_000 * version),
  createdAt: new Date(1_000 * version + 500),
  durationMs: 12.3,
  digest: DIGEST,
  ...more,
});

describe(readName.name, () => {
  it('parses the facts in a file name', () => {
    const file = readName(nameOf(facts(42)))!;
    expect(file).toMatchObject({
      epoch: '5d8e20f1',
      version: '42',
      changedAt: new Date(42_000),
      createdAt: new Date(42_500),
      durationMs: 13,
      etag: '"42-0123456789abcdef"',
    });
    expect(readCursor(file.cursor)).toMatchObject({ epoch: '5d8e20f1', time: 42_000 });
  });

  it('distinguishes the formats', () => {
    const formats = (['ndjson', 'parquet'] as const).map(
      (format) => readName(nameOf(facts(1, { format })))!.format,
    );
    expect(formats).toEqual(['ndjson', 'parquet']);
  });

  it.each(['businesses.part', `${nameOf(facts(1))}.part`, `x${nameOf(facts(1))}`])(
    'ignores %s',
    (name) => expect(readName(name)).toBeUndefined(),
  );
});

describe(ExportFolder.name, () => {
  const inFolder = useFolder();
  let folder: ExportFolder;

  beforeEach(() => {
    folder = new ExportFolder(inFolder(), ORIGIN);
    mkdirSync(folder.path);
  });

  const put = (...names: string[]) =>
    names.forEach((name) => writeFileSync(join(folder.path, name), ''));
  const versions = async () => (await folder.files('ndjson')).map(({ version }) => version);

  it('is empty if the folder does not exist', async () => {
    rmSync(folder.path, { recursive: true });
    expect(await folder.files('ndjson')).toEqual([]);
  });

  it('lists files newest first and omits files with URLs of another origin', async () => {
    put(...[9, 100, 20].map((version) => nameOf(facts(version))));
    put(nameOf(facts(200, { origin: FORMER })), 'notes.txt');
    expect(await versions()).toEqual(['100', '20', '9']);
  });

  it('identifies a file by its version and epoch', async () => {
    put(nameOf(facts(9)), nameOf(facts(10, { origin: FORMER })));
    expect(await folder.has(facts(9))).toBe(true);
    expect(await folder.has(facts(10))).toBe(false);
    expect(await folder.has(facts(9, { format: 'parquet' }))).toBe(false);
    expect(await folder.has(facts(9, { epoch: '00000000' }))).toBe(false);
  });

  it('keeps the last two files of the current epoch and unrelated files', async () => {
    put(...[9, 100, 20].map((version) => nameOf(facts(version))));
    put(nameOf(facts(300, { epoch: '00000000' })), 'notes.txt');
    put(nameOf(facts(300, { origin: FORMER })), 'businesses.part');
    const parquet = nameOf(facts(1, { format: 'parquet' }));
    put(parquet);
    await folder.removeFormer(facts(100));
    expect(readdirSync(folder.path).sort()).toEqual(
      [nameOf(facts(100)), nameOf(facts(20)), parquet, 'notes.txt', 'businesses.part'].sort(),
    );
    await folder.removeParts();
    expect(await versions()).toEqual(['100', '20']);
    expect(readdirSync(folder.path)).toHaveLength(4);
  });
});
