import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describeWithDisk, Disk } from '../../../../test/support/disk.ts';
import { BackupFile, writeBackup } from './backup-file.js';
import { type Block, type Contents, inWords, type Manifest, type Row } from './contents.js';
import { useFolder } from '../../../../test/support/use-folder.ts';

const ROWS_IN_BLOCK = 500;

const MANIFEST: Manifest = {
  format: 'mnbd-backup',
  version: 1,
  program: '1.0.0',
  createdAt: '2026-11-23T00:00:00.000Z',
  migrations: ['20261201000000_initial'],
  sequences: { businesses_number_seq: '3' },
  tables: [
    { name: 'admins', columns: ['id'], rows: 0 },
    { name: 'businesses', columns: ['id', 'name'], rows: ROWS_IN_BLOCK + 1 },
    { name: 'categories', columns: ['id'], rows: 1 },
  ],
};
const ROWS: Record<string, Row[]> = {
  businesses: Array.from({ length: ROWS_IN_BLOCK + 1 }, (_, i) => [`${i}`, i ? 'Søn\n"🌲' : null]),
  categories: [['1']],
};

function contents(rows = ROWS): Contents {
  return {
    manifest: MANIFEST,
    async *blocks(): AsyncGenerator<Block> {
      for (const table of MANIFEST.tables) {
        if (rows[table.name]) yield { table, rows: rows[table.name]! };
      }
    },
  };
}

describe(BackupFile.name, () => {
  const inFolder = useFolder();
  let path: string;

  beforeEach(async () => {
    path = inFolder('a.backup.gz');
  });

  const read = async () => {
    const file = await BackupFile.open(path);
    const rows: Record<string, Row[]> = {};
    for await (const block of file.blocks()) {
      expect(block.rows.length).toBeLessThanOrEqual(ROWS_IN_BLOCK);
      (rows[block.table.name] ??= []).push(...block.rows);
    }
    return { manifest: file.manifest, rows };
  };

  it('returns what was written, and is readable by its owner only', async () => {
    expect(await writeBackup(path, contents())).toBe((await stat(path)).size);
    expect(await read()).toEqual({ manifest: MANIFEST, rows: ROWS });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(inFolder())).toEqual(['a.backup.gz']);
  });

  it('does not overwrite a file', async () => {
    await writeFile(path, 'precious');
    await expect(writeBackup(path, contents())).rejects.toThrow(/already exists/);
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it('leaves no file after an abort or a failure', async () => {
    const interrupt = new AbortController();
    const endless: Contents = {
      manifest: MANIFEST,
      async *blocks() {
        interrupt.abort();
        yield* contents().blocks();
      },
    };
    await expect(writeBackup(path, endless, interrupt.signal)).rejects.toThrow(/abort/i);
    const failing: Contents = {
      manifest: MANIFEST,
      blocks: () => {
        throw new Error('The database is gone.');
      },
    };
    await expect(writeBackup(path, failing)).rejects.toThrow('The database is gone.');
    expect(await readdir(inFolder())).toEqual([]);
  });

  it('rejects a file that was truncated at any point', async () => {
    await writeBackup(path, contents());
    const whole = await readFile(path);
    for (const length of [0, 1, 10, 100, whole.length - 9, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length));
      await expect(BackupFile.open(path)).rejects.toThrow(/is incomplete/);
    }
    // A truncated backup that was compressed again.
    const lines = gunzipSync(whole).toString().split('\n');
    await writeFile(path, gzipSync(lines.slice(0, -2).join('\n') + '\n'));
    await expect(BackupFile.open(path)).rejects.toThrow(/is incomplete/);
  });

  it('rejects a changed byte, whether or not gzip detects it', async () => {
    await writeBackup(path, contents());
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed[changed.length >> 1]! ^= 1;
    await writeFile(path, changed);
    await expect(BackupFile.open(path)).rejects.toThrow(/is damaged/);
    const text = gunzipSync(whole).toString();
    for (const other of [
      text.replace('Søn', 'Sön'),
      text.replace('"1.0.0"', '"1.0.1"'),
      `${text}["2"]\n`,
    ]) {
      await writeFile(path, gzipSync(other));
      await expect(BackupFile.open(path)).rejects.toThrow(/is damaged/);
    }
  });

  it('rejects other files and backups of a newer format', async () => {
    for (const bytes of [Buffer.from('PGDMP'), gzipSync('{"id": 1}\n'), gzipSync('name,city\n')]) {
      await writeFile(path, bytes);
      await expect(BackupFile.open(path)).rejects.toThrow(/is not a backup made by `mnbd backup`/);
    }
    await writeFile(path, gzipSync('{"format":"mnbd-backup","version":2,"program":"7.0.0"}\n'));
    await expect(BackupFile.open(path)).rejects.toThrow(
      /made by version 7\.0\.0 of this program, which is newer/,
    );
  });

  it('is called empty if nothing was entered', () => {
    expect(inWords(MANIFEST.tables)).toBe('businesses: 501');
    expect(inWords([{ name: 'businesses', rows: 0 }])).toBe('empty');
  });

  describeWithDisk('on a full disk', () => {
    it('names the file and leaves nothing', async () => {
      const disk = new Disk(1);
      const full = join(disk.path, 'a.backup.gz');
      const large = randomBytes(2 * 1024 ** 2).toString('base64');
      await expect(writeBackup(full, contents({ categories: [[large]] }))).rejects.toThrow(
        `The disk is full. ${full} was not written.`,
      );
      expect(await readdir(disk.path)).toEqual([]);
      disk.remove();
    });
  });
});
