import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { importText } from '../../../../test/support/import-text.ts';
import { useEmptyDirectory } from '../../../../test/support/use-empty-directory.ts';
import type { RawRecord } from '../columns/fields.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { settleMissing } from './missing-rows.js';
import { undoImport } from './undo-import.js';

const CAFE = { name: 'Loon Cafe', street: '1 Main St', city: 'Ely', phone: '218-555-0100' };
const BOOKS = { name: 'Heron Books', street: '2 Main St', city: 'Ely', category: 'Books' };
const NEITHER = { restored: 0, removed: 0, kept: 0, named: [], changedLater: 0 };

const directory = useEmptyDirectory();
let registry: ImportSource;
let other: ImportSource;

beforeAll(async () => {
  registry = await directory.addSource('registry', 10, 'id');
  other = await directory.addSource('other', 5);
});

const importRows = (
  source: ImportSource,
  rows: RawRecord[],
  options: Parameters<typeof importText>[2] = {},
) =>
  importText(directory, rows.map((row) => JSON.stringify(row)).join('\n'), { source, ...options });
/** Returns the reports about businesses that a complete file lacks. */
const settled = ({ reports }: Awaited<ReturnType<typeof importRows>>) =>
  reports.filter(({ line }) => line === null);
const listed = async () =>
  (
    await directory.query<{ name: string }>(
      `SELECT slug, name, street, city, phone, email, website, status, match_key, category_slugs
       FROM businesses WHERE removed_at IS NULL ORDER BY slug`,
    )
  ).rows;

describe(undoImport.name, () => {
  it('undoes the last five of many imports, and then changes nothing', async () => {
    const undos = [];
    for (let number = 1; number <= 7; number++) {
      const row = { ...CAFE, id: 'many', phone: `218-555-010${number}` };
      undos.push((await importRows(registry, [row])).undo);
    }
    for (const undo of undos.slice(2).reverse()) {
      expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    }
    expect(await undos[1]!()).toEqual(NEITHER);
    expect(await listed()).toMatchObject([{ phone: '+12185550102' }]);
  });

  it('removes businesses that the import added, and the same file adds them again', async () => {
    const { undo } = await importRows(UNNAMED, [CAFE, BOOKS]);
    const before = await listed();
    expect(await undo()).toEqual({ ...NEITHER, removed: 2 });
    expect(await listed()).toEqual([]);
    const again = await importRows(UNNAMED, [CAFE, BOOKS]);
    expect([again.kinds, await listed()]).toEqual([['inserted', 'inserted'], before]);
    const unchanged = await importRows(UNNAMED, [CAFE, BOOKS]);
    expect(await unchanged.undo()).toEqual(NEITHER);
    expect(await again.undo()).toEqual({ ...NEITHER, removed: 2 });
    expect(await listed()).toEqual([]);
  });

  it('restores a business with the values of another source', async () => {
    const { undo } = await importRows(UNNAMED, [{ ...CAFE, website: 'wrong.example.com' }]);
    await undo();
    const again = await importRows(other, [CAFE]);
    expect(await listed()).toMatchObject([{ slug: 'loon-cafe-ely', website: null }]);
    expect(await again.undo()).toEqual({ ...NEITHER, removed: 1 });
  });

  it('restores every value after its source changed it', async () => {
    const fields: Record<string, [string, string]> = {
      name: ['Loon Cafe', 'Heron Books'],
      description: ['Cardamom rolls.', 'Old maps.'],
      status: ['open', 'temporarily closed'],
      category: ['Cafe', 'Books'],
      street: ['1 Main St', '2 Oak St'],
      unit: ['Ste 1', 'Apt 2'],
      city: ['Ely', 'Winona'],
      county: ['St. Louis', 'Winona'],
      postalCode: ['55731', '55987'],
      latitude: ['47.903', '44.05'],
      longitude: ['-91.867', '-91.64'],
      phone: ['218-555-0100', '507-555-0122'],
      email: ['a@example.com', 'b@example.com'],
      website: ['a.example.com', 'b.example.com'],
      hours: ['Mo 09:00-17:00', 'Tu 10:00-18:00'],
      establishedOn: ['1998-05-02', '2001-01-31'],
    };
    const file = (n: 0 | 1, more: RawRecord): RawRecord => ({
      id: '1',
      state: 'MN',
      ...Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[n]])),
      ...more,
    });
    const first = file(0, { facebook: 'loon' });
    const second = file(1, { instagram: 'heron' });
    const values = async () => {
      const { rows } = await directory.query<Record<string, unknown>>(
        `SELECT slug, name, description, status, street, unit, city, county, postal_code, latitude,
           longitude, precision, phone, email, website, social, hours, category_slugs,
           established_on::text FROM businesses`,
      );
      return rows[0]!;
    };
    await importRows(registry, [first]);
    const before = await values();
    const { undo } = await importRows(registry, [second]);
    const after = await values();
    // Values missing from the newer file are kept.
    expect(after.social).toEqual({
      ...(before.social as object),
      instagram: expect.any(String) as string,
    });
    for (const [column, value] of Object.entries(after)) {
      expect([column, value]).not.toEqual([column, null]);
      if (column !== 'precision') expect([column, value]).not.toEqual([column, before[column]]);
    }
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await values()).toEqual(before);
    expect((await importRows(registry, [first])).kinds).toEqual(['unchanged']);
  });

  it('keeps and reports an admin’s later changes', async () => {
    await importRows(UNNAMED, [CAFE]);
    const { undo } = await importRows(UNNAMED, [
      { ...CAFE, phone: '218-555-0122', website: 'example.com' },
      BOOKS,
    ]);
    await directory.query(`UPDATE businesses SET phone = '+12185550133'`);
    expect(await undo()).toEqual({
      ...NEITHER,
      restored: 2,
      kept: 2,
      named: expect.arrayContaining([
        { slug: 'loon-cafe-ely', fields: ['phone'] },
        { slug: 'heron-books-ely', fields: [] },
      ]) as unknown,
    });
    expect(await listed()).toMatchObject([
      { name: 'Heron Books', phone: '+12185550133' },
      { name: 'Loon Cafe', phone: '+12185550133', website: null },
    ]);
  });

  it('keeps the values that other sources have for an added business', async () => {
    const { undo } = await importRows(registry, [{ ...CAFE, id: '1' }]);
    await importRows(other, [{ ...CAFE, phone: '218-555-0122', website: 'example.com' }]);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toMatchObject([
      { phone: '+12185550122', website: 'https://example.com' },
    ]);
  });

  it('keeps a business that an admin had added before, without the import’s values', async () => {
    const identity = { match_key: 'loon cafe|ely|1 main st', street: '1 Main St', city: 'Ely' };
    await insertCategory(directory.pool, 'tea', 'Tea');
    await insertBusiness(directory.pool, {
      name: 'Loon Cafe',
      slug: 'loon-cafe',
      email: 'a@example.com',
      categories: ['tea'],
      ...identity,
    });
    const before = await listed();
    const said = { ...CAFE, email: 'a@example.com', category: 'Tea; Bakery' };
    const { undo } = await importRows(UNNAMED, [said]);
    expect(await listed()).toMatchObject([
      { phone: '+12185550100', category_slugs: ['bakery', 'tea'] },
    ]);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toEqual(before);
  });

  it('keeps values that an admin added after an import with the same values was undone', async () => {
    const row = { ...CAFE, id: '1' };
    await importRows(registry, [row]);
    const first = await importRows(registry, [{ ...row, email: 'a@example.com' }]);
    await first.undo();
    await directory.query(`UPDATE businesses SET email = 'a@example.com'`);
    const before = await listed();
    const { undo } = await importRows(registry, [
      { ...row, email: 'a@example.com', phone: '218-555-0122' },
    ]);
    expect(await undo()).toMatchObject({ restored: 1 });
    expect(await listed()).toEqual(before);
  });

  it('keeps values removed that an admin removed before', async () => {
    const row = { ...CAFE, email: 'a@example.com', category: 'Bar; Cafe', id: '1' };
    await importRows(registry, [row]);
    await directory.query(`UPDATE businesses SET email = NULL`);
    await directory.query(`DELETE FROM business_categories WHERE category_id =
                           (SELECT id FROM categories WHERE slug = 'bar')`);
    const before = await listed();
    const { undo } = await importRows(registry, [
      { ...row, email: '', category: '', phone: '218-555-0122' },
    ]);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toEqual(before);
    const again = await importRows(registry, [{ ...row, website: 'example.com' }]);
    expect(await again.undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toEqual(before);
  });

  it('protects a business kept as a whole from every source', async () => {
    const { undo } = await importRows(UNNAMED, [CAFE]);
    await directory.query(`UPDATE businesses SET email = 'a@example.com'`);
    expect(await undo()).toMatchObject({ kept: 1 });
    await importRows(registry, [{ ...CAFE, id: '1', phone: '218-555-0122' }]);
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
  });

  it('keeps a business removed that an admin removed since, and does not count it as undone', async () => {
    await importRows(UNNAMED, [CAFE, BOOKS]);
    const newer = [CAFE, BOOKS].map((row) => ({ ...row, phone: '218-555-0122' }));
    const { undo } = await importRows(UNNAMED, newer);
    await directory.query(`UPDATE businesses SET removed_at = now() WHERE name = 'Heron Books'`);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toMatchObject([{ name: 'Loon Cafe', phone: '+12185550100' }]);
    const { rows } = await directory.query(
      `SELECT name FROM import_changes JOIN businesses b ON b.id = business_id
       WHERE undone_at IS NOT NULL`,
    );
    expect(rows).toEqual([{ name: 'Loon Cafe' }]);
  });

  it('keeps a business removed that an admin restored and removed since', async () => {
    await importRows(registry, [{ ...CAFE, id: '1' }]);
    const options = { complete: 'remove', maxMissing: 100 } as const;
    const { undo } = await importRows(registry, [{ ...BOOKS, id: '2' }], options);
    await directory.query(`UPDATE businesses SET removed_at = now() WHERE name = 'Loon Cafe'`);
    expect(await undo()).toEqual({ ...NEITHER, removed: 1 });
    expect(await listed()).toEqual([]);
  });

  it('restores the former state when the import had two rows for one business', async () => {
    const row = { ...CAFE, id: '1' };
    await importRows(registry, [row]);
    const { undo } = await importRows(registry, [
      { ...row, phone: '218-555-0199' },
      { ...row, phone: '218-555-0122', email: 'a@example.com' },
    ]);
    expect(await listed()).toMatchObject([{ phone: '+12185550122' }]);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
  });

  it('restores a business that two ids of its source describe', async () => {
    const rows = (...phones: string[]) =>
      phones.map((phone, index) => ({ ...CAFE, phone, id: String(index) }));
    await importRows(registry, rows('', '218-555-0100'));
    const { undo } = await importRows(registry, rows('218-555-0122', '218-555-0133'));
    expect(await listed()).toMatchObject([{ phone: '+12185550122' }]);
    expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
    expect(await listed()).toMatchObject([{ phone: '+12185550100' }]);
  });

  it.each([
    ['only its source lists', false],
    ['another source lists as well', true],
  ])('undoes several imports, the last first, of a business that %s', async (_, isShared) => {
    const row = { ...CAFE, id: '1', website: 'example.com' };
    if (isShared) await importRows(other, [CAFE]);
    await importRows(registry, [row]);
    const before = await listed();
    const options = { complete: 'remove', maxMissing: 100 } as const;
    const withoutIt = await importRows(registry, [{ ...BOOKS, id: '2' }], options);
    const again = await importRows(registry, [{ ...row, website: 'example.org' }]);
    await again.undo();
    await withoutIt.undo();
    expect(await listed()).toEqual(before);
  });

  it('keeps a business removed that an admin removed after it was kept as a whole', async () => {
    const row = { ...CAFE, id: '1' };
    await importRows(registry, [row]);
    const options = { complete: 'remove', maxMissing: 100 } as const;
    await importRows(registry, [{ ...BOOKS, id: '2' }], options);
    const { undo } = await importRows(registry, [row]);
    await directory.query(`UPDATE businesses SET email = 'a@example.com' WHERE name = 'Loon Cafe'`);
    expect(await undo()).toMatchObject({ kept: 1 });
    await directory.query(`UPDATE businesses SET removed_at = now() WHERE name = 'Loon Cafe'`);
    await importRows(registry, [row]);
    expect(await listed()).toMatchObject([{ name: 'Heron Books' }]);
  });

  it('undoes rows on every page, and lists the first hundred kept businesses', async () => {
    const many = Array.from({ length: 560 }, (_, n) => ({
      name: `Shop ${n}`,
      id: String(n).padStart(3, '0'),
      street: `${n + 1} Main St`,
      city: 'Ely',
    }));
    const { undo } = await importRows(registry, many);
    // 45 of the first 500, and 60 of the rest.
    await directory.query(`UPDATE businesses SET email = 'a@example.com'
                      WHERE substring(name FROM '\\d+')::int >= 455`);
    const { named, ...undone } = await undo();
    expect(undone).toEqual({ restored: 105, removed: 455, kept: 105, changedLater: 0 });
    expect(named).toHaveLength(100);
    expect(await listed()).toHaveLength(105);
  });

  it('removes a business added by two distant rows', async () => {
    const shops = Array.from({ length: 500 }, (_, n) => ({
      name: `Shop ${n}`,
      street: `${n + 1} Oak St`,
      city: 'Ely',
      id: String(n + 1).padStart(3, '0'),
    }));
    const { undo, kinds } = await importRows(registry, [
      { ...CAFE, email: 'a@example.com', id: '000' },
      ...shops,
      { ...CAFE, id: '999' },
    ]);
    expect(kinds.at(-1)).toBe('merged');
    const { removed, kept } = await undo();
    expect([removed, kept, await listed()]).toEqual([501, 0, []]);
  });
});

describe(settleMissing.name, () => {
  const rows = Array.from({ length: 10 }, (_, n) => ({
    ...CAFE,
    id: String(n),
    street: `${n + 1} Main St`,
    phone: `218-555-010${n}`,
  }));

  it.each(['close', 'remove'] as const)(
    '%ss businesses that a complete file lacks',
    async (complete) => {
      await importRows(registry, rows);
      const { missing, undo } = await importRows(registry, rows.slice(1), { complete });
      expect(missing).toBe(1);
      const open = (await listed()).filter(
        (each) => (each as { status?: string }).status === 'open',
      );
      expect(open).toHaveLength(9);
      expect(await listed()).toHaveLength(complete === 'close' ? 10 : 9);
      const again = await importRows(registry, rows.slice(1), { complete });
      expect(again.missing).toBe(0);
      expect(await undo()).toEqual({ ...NEITHER, restored: 1 });
      expect(await listed()).toHaveLength(10);
      expect(await listed()).not.toContainEqual(expect.objectContaining({ status: 'closed' }));
    },
  );

  it.each(['close', 'remove'] as const)(
    'after %s, restores businesses that are listed again',
    async (complete) => {
      await importRows(registry, rows);
      const before = await listed();
      await importRows(registry, rows.slice(1), { complete });
      const { kinds } = await importRows(registry, rows, { complete });
      expect(kinds[0]).toBe(complete === 'close' ? 'updated' : 'inserted');
      expect(await listed()).toEqual(before);
    },
  );

  it('removes a business that two ids described with the values of both', async () => {
    await importRows(registry, [
      { ...CAFE, id: '1' },
      { ...CAFE, id: '2', phone: '218-555-0122', email: 'a@example.com' },
    ]);
    const before = await listed();
    const options = { complete: 'remove', maxMissing: 100 } as const;
    const removing = await importRows(registry, [{ ...BOOKS, id: '3' }], options);
    const removal = { before: { removed: false }, after: { removed: true } };
    expect(settled(removing)).toEqual([expect.objectContaining(removal)]);
    expect(await removing.undo()).toEqual({ ...NEITHER, restored: 1, removed: 1 });
    expect(await listed()).toEqual(before);
  });

  it('rejects a file once the missing rows exceed the limit', async () => {
    await importRows(registry, rows);
    const options = { complete: 'remove', maxMissing: 20 } as const;
    await expect(importRows(registry, rows.slice(3), options)).rejects.toThrow(
      '3 of the 10 rows of this source are missing from the file, more than the limit of 20 %.',
    );
    expect(await listed()).toHaveLength(10);
    expect((await importRows(registry, rows.slice(2), options)).missing).toBe(2);
    expect(await listed()).toHaveLength(8);
    await expect(importRows(registry, rows.slice(4), options)).rejects.toThrow('2 of the 8 rows');
    await expect(
      importRows(registry, rows.slice(3), { complete: 'remove', maxMissing: 0 }),
    ).rejects.toThrow(
      '1 of the 8 rows of this source are missing from the file, more than the limit of 0 %.',
    );
    expect(await listed()).toHaveLength(8);
  });

  it.each([
    [true, 9],
    [false, 10],
  ])('asks with the numbers of rows, and after the answer %s keeps %i', async (answer, kept) => {
    await importRows(registry, rows);
    const questions: number[][] = [];
    const confirm = async (...numbers: number[]) => {
      questions.push(numbers);
      return answer;
    };
    const options = { complete: 'remove', confirm } as const;
    const { missing } = await importRows(registry, rows.slice(1), options);
    expect([missing, questions]).toEqual([answer ? 1 : undefined, [[1, 10]]]);
    expect(await listed()).toHaveLength(kept);
  });

  it('keeps a business open that another import adds at the same time', async () => {
    const [late, ...earlier] = rows;
    await importRows(registry, earlier);
    const confirm = async () => (await importRows(registry, [late!])).kinds[0] === 'inserted';
    await importRows(registry, earlier.slice(1), { complete: 'remove', maxMissing: 20, confirm });
    expect(await listed()).toHaveLength(9);
  });

  it.each([
    ['close', 'closed', { before: { status: 'open' }, after: { status: 'closed' } }],
    ['remove', 'removed', { before: { removed: false }, after: { removed: true } }],
  ] as const)(
    'reports what %s does, and the same in a dry run without writing',
    async (complete, kind, values) => {
      const renamed = { ...rows[3]!, id: '33', phone: undefined };
      await importRows(registry, rows);
      await importRows(other, [{ ...rows[2]!, id: undefined, phone: undefined }]);
      const before = await listed();
      const file = [renamed, ...rows.slice(4)];
      const options = { complete, maxMissing: 40 } as const;
      const dry = await importRows(registry, file, { ...options, isDryRun: true });
      expect(await listed()).toEqual(before);
      const real = await importRows(registry, file, options);
      const withoutIds = settled(real).map((row) => ({ ...row, businessId: undefined }));
      expect([dry.missing, settled(dry)]).toEqual([real.missing, withoutIds]);
      const whole = { line: null, kind, ...values };
      const withdrawn = { before: { phone: '+12185550102' }, after: { phone: null } };
      expect(settled(dry)).toMatchObject([
        { slug: 'loon-cafe-ely', ...whole },
        { slug: 'loon-cafe-ely-2-main-st', ...whole },
        complete === 'close' ? whole : { line: null, kind: 'updated', ...withdrawn },
        // Listed under another id, without its phone number.
        {
          line: null,
          kind: 'updated',
          slug: 'loon-cafe-ely-4-main-st',
          before: { phone: '+12185550103' },
          after: { phone: null },
        },
      ]);
    },
  );

  it('does not remove businesses of another source or with an admin’s changes', async () => {
    await importRows(registry, rows);
    await importRows(other, [{ ...rows[0]!, id: undefined }]);
    await directory.query(
      `UPDATE businesses SET email = 'a@example.com' WHERE street = '2 Main St'`,
    );
    const options = { complete: 'remove', maxMissing: 30 } as const;
    expect((await importRows(registry, rows.slice(3), options)).missing).toBe(3);
    expect(await listed()).toHaveLength(9);
  });

  it('does not remove a business that an admin added, although its source has the same values', async () => {
    const [own, ...rest] = rows as [(typeof rows)[number], ...typeof rows];
    const { name, street, city } = own;
    const phone = '+12185550100';
    await insertBusiness(directory.pool, { name, slug: 'own', street, city, phone });
    await directory.query(`UPDATE businesses SET match_key = 'loon cafe|ely|1 main st'`);
    await importRows(registry, rows);
    expect((await importRows(registry, rest, { complete: 'remove' })).missing).toBe(1);
    expect(await listed()).toContainEqual(expect.objectContaining({ slug: 'own' }));
  });

  it('checks every row of a source across pages', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => ({
      name: `Shop ${n}`,
      id: String(n).padStart(4, '0'),
      street: `${n + 1} Main St`,
      city: 'Ely',
    }));
    await importRows(registry, many);
    const options = { complete: 'remove', maxMissing: 100 } as const;
    const { missing } = await importRows(registry, [many[0]!, many[500]!, many[1_000]!], options);
    expect(missing).toBe(998);
    expect((await listed()).map(({ name }) => name)).toEqual(['Shop 0', 'Shop 1000', 'Shop 500']);
  });
});
