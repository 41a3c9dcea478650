import { insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('editing categories', () => {
  const { pool, admin, api } = useDirectory();

  it('builds a tree and refuses a cycle', async () => {
    const food = await admin('POST', 'categories', { name: 'Food & drink' });
    expect([food.status, food.body.data.slug]).toEqual([201, 'food-and-drink']);
    const cafes = await admin('POST', 'categories', { name: 'Cafés', parent: 'food-and-drink' });
    expect(cafes.body.data).toMatchObject({ slug: 'cafes', parent: 'food-and-drink' });

    const circle = await admin('PATCH', 'categories/food-and-drink', { parent: 'cafes' });
    expect([circle.status, circle.body.error.code]).toEqual([409, 'conflict']);
    const own = await admin('PATCH', 'categories/cafes', { parent: 'cafes' });
    const message = 'A category cannot be its own parent.';
    expect([own.status, own.body.error.details]).toEqual([409, [{ field: 'parent', message }]]);

    const stale = await admin('PATCH', 'categories/cafes', { parent: null }, '"99"');
    expect(stale.status).toBe(412);
    const tag = cafes.headers.get('etag');
    const moved = await admin('PATCH', 'categories/cafes', { parent: null }, tag);
    expect(moved.body.data.parent).toBeNull();
  });

  it('lists the same categories as the public API', async () => {
    const { status, body } = await admin('GET', 'categories');
    expect([status, body]).toEqual([200, (await api('categories')).body]);
  });

  it('updates name and slug in the records of its businesses', async () => {
    await admin('POST', 'categories', { name: 'Inns' });
    const id = await insertBusiness(pool, { categories: ['inns'] });
    const get = () => api(`businesses/${id}`);
    const before = (await get()).body.data;
    await admin('PATCH', 'categories/inns', { name: 'Hostelries' });
    const found = await api('businesses?category=inns&q=hostelries');
    expect(found.body.pagination.total).toBe(1);
    await admin('PATCH', 'categories/inns', { slug: 'hostelries' });
    const after = (await get()).body.data;
    expect(after.categories).toEqual([{ slug: 'hostelries', name: 'Hostelries' }]);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect((await api('businesses?category=hostelries')).body.pagination.total).toBe(1);
  });

  it('removes only a category without businesses and subcategories', async () => {
    await admin('POST', 'categories', { name: 'Mills' });
    await insertBusiness(pool, { categories: ['mills'] });
    await insertBusiness(pool, { categories: ['mills'], removed_at: new Date() });
    const used = await admin('DELETE', 'categories/mills');
    expect([used.status, used.body.error.message]).toEqual([
      409,
      'Mills is still in use (businesses: 1, removed businesses: 1).',
    ]);
    await admin('POST', 'categories', { name: 'Windmills', parent: 'mills' });
    await admin('POST', 'events', {
      name: 'Mill Day',
      category: 'mills',
      startsAt: '2030-06-01T15:00:00Z',
      endsAt: '2030-06-01T20:00:00Z',
    });
    await pool.query('DELETE FROM business_categories');
    expect((await admin('DELETE', 'categories/mills')).body.error.message).toBe(
      'Mills is still in use (events: 1, subcategories: 1).',
    );
    await admin('POST', 'categories', { name: 'Kilns' });
    expect((await admin('DELETE', 'categories/kilns')).status).toBe(200);
    expect((await admin('GET', 'categories/kilns')).status).toBe(404);
    const { rows } = await pool.query(
      'SELECT action, before, after FROM audit_entries ORDER BY id DESC LIMIT 1',
    );
    expect(rows[0]).toMatchObject({
      action: 'category.remove',
      before: { slug: 'kilns' },
      after: null,
    });
  });

  it('refuses two categories with one slug', async () => {
    await admin('POST', 'categories', { name: 'Docks' });
    const [{ id }] = (await pool.query(`SELECT id FROM categories WHERE slug = 'docks'`)).rows;
    expect((await admin('POST', 'categories', { name: 'Docks' })).body.data.slug).toBe('docks-2');
    const taken = await admin('POST', 'categories', { name: 'Docks', slug: 'docks' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    expect(taken.body.data).toEqual({ id, slug: 'docks' });
    expect((await admin('PATCH', 'categories/docks-2', { slug: 'docks' })).status).toBe(409);
    expect((await admin('PATCH', 'categories/docks', { slug: 'docks' })).status).toBe(200);
  });

  it('leaves a former slug to its category when another gets its former name', async () => {
    await admin('POST', 'categories', { name: 'Quays' });
    await admin('PATCH', 'categories/quays', { name: 'Piers', slug: 'piers' });
    expect((await admin('POST', 'categories', { name: 'Quays' })).body.data.slug).toBe('quays-2');
  });

  it('finds the category that an admin gave the former slug of another', async () => {
    await admin('POST', 'categories', { name: 'Barns' });
    await admin('PATCH', 'categories/barns', { slug: 'a-barns' });
    await admin('POST', 'categories', { name: 'Sheds', slug: 'barns' });
    expect((await api('categories/barns')).body.data.name).toBe('Sheds');
  });
});
