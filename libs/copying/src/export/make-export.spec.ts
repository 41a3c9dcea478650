import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { readChangePage } from '../changes/change-page.js';
import { readCursor } from '../position.js';
import { ExportFolder } from './export-folder.js';
import { makeExport } from './make-export.js';

const ORIGIN = 'https://directory.test';
/** So that they are read by two statements. */
const BUSINESSES = 600;

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe(makeExport.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let path: string;
  let folder: ExportFolder;

  beforeAll(async () => {
    ({ pool } = served.database);
    await insertCategory(pool, 'shops', 'Shops');
  });
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), 'export-'));
    folder = new ExportFolder(path, ORIGIN);
    await pool.query('TRUNCATE businesses CASCADE');
    await pool.query(
      `INSERT INTO businesses (id, slug, name, updated_at)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'shop-' || n, 'Shop ' || n, now()
       FROM generate_series(10, 10 * $1::int, 10) AS n`,
      [BUSINESSES],
    );
  });
  afterEach(() => rmSync(path, { recursive: true }));

  const query = (text: string, values: unknown[] = []) => pool.query(text, values);
  const rename = (where: string) =>
    query(`UPDATE businesses SET name = name || '!' WHERE ${where}`);
  const remove = (n: number) => query('DELETE FROM businesses WHERE id = $1', [id(n)]);
  const insert = (n: number, name: string) => insertBusiness(pool, { id: id(n), name });

  /** In one transaction. */
  const replace = (n: number) =>
    pool.query(
      `BEGIN; DELETE FROM businesses WHERE id = '${id(n)}';
       INSERT INTO businesses (id, slug, name, updated_at)
       VALUES ('${id(n)}', 'replaced-${n}', 'Replaced', now()); COMMIT`,
    );

  /** @param meanwhile what happens before which statement, from 0 */
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
  /** That the only file is all of the directory as it is now, and says so. */
  const expectPresent = async () => {
    const { rows } = await query(
      `SELECT replace(record, '"/api', '"${ORIGIN}/api') AS record
       FROM businesses WHERE removed_at IS NULL ORDER BY id`,
    );
    const [file] = await folder.files();
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

  it('is the directory at one version, and nothing else is left', async () => {
    await make();
    await expectPresent();
  });

  it('is the directory as it is in the end, whatever changes before each statement', async () => {
    await query(
      `INSERT INTO business_categories
       SELECT b.id, c.id FROM businesses b, categories c WHERE b.id IN ($1, $2)`,
      [id(40), id(5_900)],
    );
    const change = (n: number) => async () => {
      // Read already in the first round, and yet to be read.
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
      // Told by the category, and in the records of its businesses.
      await query(`UPDATE categories SET name = 'Shops ' || $1::text`, [n]);
    };
    const statements = await make({ 0: change(0), 1: change(1), 2: change(2), 3: change(3) });
    expect(statements).toBe(4);
    await expectPresent();
  });

  it.each([499, 500, 501])('has all of %i changes that came meanwhile', async (count) => {
    const last = id(10 * count);
    const statements = await make({
      3: () => rename(`id <= '${last}'`),
      // While the changes are read.
      4: () => insert(5, 'First'),
    });
    expect(statements).toBe(count < 500 ? 4 : 5);
    await expectPresent();
  });

  it('is not made again of the same version, and is of the next', async () => {
    await make();
    const before = names();
    await make();
    expect(names()).toEqual(before);
    await rename('true');
    await make();
    expect(names()).toHaveLength(2);
  });

  it('is given up where the directory is begun anew meanwhile, and leaves nothing', async () => {
    const begun = make({ 3: () => query('TRUNCATE businesses CASCADE') });
    await expect(begun).rejects.toThrow('begun anew');
    expect(names()).toEqual([]);
  });

  it('leaves nothing where the database fails, and removes what a killed process left', async () => {
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
