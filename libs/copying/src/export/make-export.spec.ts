import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { readChangePage } from '../copying.repository.js';
import { readCursor } from '../position.js';
import { ExportFolder } from './export-folder.js';
import { makeExport } from './make-export.js';

const ORIGIN = 'https://directory.test';
/** Enough rows to need two statements. */
const BUSINESSES = 600;

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe(makeExport.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  const inFolder = useFolder();
  let folder: ExportFolder;

  beforeAll(async () => {
    ({ pool } = served.database);
    await insertCategory(pool, 'shops', 'Shops');
  });
  beforeEach(async () => {
    folder = new ExportFolder(inFolder(), ORIGIN);
    await pool.query('TRUNCATE businesses CASCADE');
    await pool.query(
      `INSERT INTO businesses (id, slug, name, updated_at)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'shop-' || n, 'Shop ' || n, now()
       FROM generate_series(10, 10 * $1::int, 10) AS n`,
      [BUSINESSES],
    );
  });

  const query = (text: string, values: unknown[] = []) => pool.query(text, values);
  const rename = (where: string) =>
    query(`UPDATE businesses SET name = name || '!' WHERE ${where}`);
  const remove = (n: number) => query('DELETE FROM businesses WHERE id = $1', [id(n)]);
  const insert = (n: number, name: string) => insertBusiness(pool, { id: id(n), name });

  /** Deletes and inserts a business in one transaction. */
  const replace = (n: number) =>
    pool.query(
      `BEGIN; DELETE FROM businesses WHERE id = '${id(n)}';
       INSERT INTO businesses (id, slug, name, updated_at)
       VALUES ('${id(n)}', 'replaced-${n}', 'Replaced', now()); COMMIT`,
    );

  /** Runs the export. `meanwhile` contains work to run before a statement, by its number from 0. */
  const make = async (meanwhile: Record<number, () => Promise<unknown>> = {}) => {
    let statements = 0;
    const database = {
      query: async (text: string, values?: unknown[]) => {
        await meanwhile[statements++]?.();
        return pool.query(text, values);
      },
    };
    await makeExport(database, folder, ORIGIN);
    return statements;
  };
  const names = () => readdirSync(folder.path);
  /** Expects that the only file contains the current directory and has its version. */
  const expectPresent = async () => {
    const { rows } = await query(
      `SELECT replace(record, '"/api', '"${ORIGIN}/api') AS record
       FROM businesses WHERE removed_at IS NULL ORDER BY id`,
    );
    const [file] = await folder.files('ndjson');
    expect(names()).toEqual([file!.name]);
    const lines = gunzipSync(readFileSync(join(folder.path, file!.name)))
      .toString()
      .split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(rows.map(({ record }: { record: string }) => record));
    const after = readCursor(file!.cursor);
    const { version, changes } = await readChangePage(pool, { after, limit: 1 });
    expect([file!.version, changes]).toEqual([version, []]);
  };

  it('writes the final state, even if rows change before each statement', async () => {
    await query(
      `INSERT INTO business_categories
       SELECT b.id, c.id FROM businesses b, categories c WHERE b.id IN ($1, $2)`,
      [id(40), id(5_900)],
    );
    const change = (n: number) => async () => {
      // One id that the first statement has read, and one that it has not.
      for (const base of [100 + 100 * n, 5_500 + 100 * n]) {
        await rename(`id = '${id(base)}'`);
        await query('UPDATE businesses SET removed_at = now() WHERE id = $1', [id(base + 10)]);
        await remove(base + 20);
        await insert(base + 25, 'Between');
        await remove(base + 30);
        await insert(base + 30, 'Again');
        await replace(base + 40);
        await insert(base + 35, 'For a moment');
        await remove(base + 35);
      }
      // Changes the category and the records of its businesses.
      await query(`UPDATE categories SET name = 'Shops ' || $1::text`, [n]);
    };
    const statements = await make({ 0: change(0), 1: change(1), 2: change(2), 3: change(3) });
    expect(statements).toBe(4);
    await expectPresent();
  });

  it.each([499, 500, 501])('includes all %i changes made while it was written', async (count) => {
    const last = id(10 * count);
    const statements = await make({
      3: () => rename(`id <= '${last}'`),
      // Runs while the changes are read.
      4: () => insert(5, 'First'),
    });
    expect(statements).toBe(count < 500 ? 4 : 5);
    await expectPresent();
  });

  it('does not write the same version twice, but writes the next one', async () => {
    await make();
    const before = names();
    await make();
    expect(names()).toEqual(before);
    await rename('true');
    await make();
    expect(names()).toHaveLength(2);
  });

  it('fails and leaves no file if the directory is reset in the meantime', async () => {
    const begun = make({ 3: () => query('TRUNCATE businesses CASCADE') });
    await expect(begun).rejects.toThrow('was reset');
    expect(names()).toEqual([]);
  });

  it('leaves no file after a database error and removes those of a killed process', async () => {
    await folder.make();
    writeFileSync(folder.part('businesses'), 'half');
    const away = async () => {
      throw new Error('The database is away.');
    };
    await expect(make({ 3: away })).rejects.toThrow('away');
    expect(names()).toEqual([]);
    writeFileSync(folder.part('merged'), 'half');
    await make();
    await expectPresent();
  });
});
