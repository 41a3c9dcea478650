import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { businessEditor } from '../../../../test/support/business-editor.ts';
import { insertCategory } from '../../../../test/support/directory.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { BusinessEditor } from './business-editor.js';
import type { BusinessChange, NewBusiness } from './business-input.dto.js';

const ANY = new Precondition('*');

describe(BusinessEditor.name, () => {
  const served = useMigratedDatabase();
  let admin: SignedInAdmin;
  let editor: BusinessEditor;

  beforeAll(async () => {
    const { database } = served;
    admin = await addAdmin(database);
    editor = businessEditor(database, new ManualClock());
    await insertCategory(database.pool, 'cafes', 'Cafés');
  });
  beforeEach(async () => {
    await served.database.pool.query('DELETE FROM businesses; DELETE FROM former_slugs');
  });

  const add = async (name: string, more: Partial<NewBusiness> = {}) =>
    (await editor.create({ name, ...more }, admin)).record;
  const change = async (idOrSlug: string, changes: BusinessChange) =>
    (await editor.change(idOrSlug, ANY, changes, admin)).record;
  const merge = (into: string, from: string) => editor.merge(into, ANY, { from }, admin);

  it('derives the slug from the new name and city after a move and rename', async () => {
    const address = { street: '1 Main St', city: 'Ely' };
    const { id } = await add('Loon Cafe', { address });
    expect((await change(id, { address: { city: 'Winona' } })).slug).toBe('loon-cafe-ely');
    const moved = await change(id, { name: 'Heron Cafe', address: { city: 'Duluth' } });
    expect(moved.slug).toBe('heron-cafe-duluth');
    await add('Heron Cafe', { slug: 'loon-cafe-duluth' });
    expect((await change(id, { name: 'Loon Cafe' })).slug).toBe('loon-cafe-duluth-1-main-st');
  });

  it('accepts a confirmation up to today', async () => {
    const { id, confirmedOn } = await add('Loon Cafe', { confirmedOn: '2026-11-21' });
    expect(confirmedOn).toBe('2026-11-21');
    await expect(change(id, { confirmedOn: '2026-11-22' })).rejects.toMatchObject({
      code: 'invalid_body',
      details: [{ field: 'confirmedOn', message: 'confirmedOn must not be in the future.' }],
    });
  });

  it('returns a former slug only to the business that once had it', async () => {
    const { id } = await add('Loon Cafe');
    await change(id, { slug: 'heron' });
    await expect(add('Other', { slug: 'loon-cafe' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await change(id, { slug: 'loon-cafe' })).slug).toBe('loon-cafe');
    expect((await change(id, { name: 'Loon Café' })).slug).toBe('loon-cafe');
    expect((await change(id, { name: 'Heron' })).slug).toBe('heron');
    expect((await change(id, { name: 'Loon Cafe' })).slug).toBe('loon-cafe');
  });

  it('moves suggestions to the remaining business, but not accepted ones', async () => {
    const stays = await add('Stays');
    const goes = await add('Goes');
    const about = {
      businessId: goes.id,
      about: 'phone',
      correction: 'Another.',
      source: 'A sign.',
    };
    await served.database.suggestion.createMany({
      data: [
        about,
        { ...about, status: 'dismissed', decidedAt: new Date() },
        { ...about, status: 'accepted', decidedAt: new Date() },
      ],
    });
    await merge(stays.id, goes.id);
    const left = await served.database.suggestion.findMany({ where: { businessId: goes.id } });
    expect(left.map(({ status }) => status)).toEqual(['accepted']);
  });

  it('returns its source rows to each business after a chain of merges', async () => {
    const source = await served.database.source.create({ data: { name: 'chamber' } });
    const ids = [];
    for (const key of ['first', 'second', 'third']) {
      const { id } = await add(key);
      const row = {
        sourceId: source.id,
        key,
        businessId: id,
        rank: 10,
        digests: [key],
        rawDigest: key,
      };
      await served.database.sourceRow.create({ data: { ...row, values: { name: key } } });
      ids.push(id);
    }
    const [first, second, third] = ids as [string, string, string];
    const rows = async () => {
      const found = await served.database.sourceRow.findMany({ orderBy: { key: 'asc' } });
      return found.map(({ businessId, values, mergedFrom }) => [businessId, values, mergedFrom]);
    };
    const before = await rows();
    await merge(second, first);
    await served.database.sourceRow.updateMany({ data: { values: { name: 'newer' } } });
    await merge(third, second);
    expect((await rows()).map(([businessId]) => businessId)).toEqual([third, third, third]);
    await editor.restore(first, ANY, admin);
    // The values at the time of its own merge, not of the later one.
    expect((await rows())[0]).toEqual(before[0]);
    // A later import cleans the row again.
    const returned = { businessId: first };
    expect(await served.database.sourceRow.findFirst({ where: returned })).toMatchObject({
      rawDigest: null,
    });
    await editor.restore(second, ANY, admin);
    expect(await rows()).toEqual([
      before[0],
      [second, { name: 'newer' }, null],
      [third, { name: 'newer' }, null],
    ]);
  });

  it('keeps the categories if a change omits them', async () => {
    const { id } = await add('Loon Cafe', { categories: ['cafes'] });
    expect(await change(id, { phone: '+12185550100' })).toMatchObject({
      categories: [{ slug: 'cafes' }],
    });
    expect(await change(id, { categories: [] })).toMatchObject({ categories: [] });
  });

  it('does not count a change to the same categories', async () => {
    const { id } = await add('Loon Cafe', { categories: ['cafes'] });
    const before = await editor.read(id);
    expect(await editor.change(id, ANY, { categories: ['cafes'] }, admin)).toMatchObject(before);
  });
});
