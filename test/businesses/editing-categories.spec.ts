import { insertBusiness } from '../support/directory.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('editing categories', () => {
  const { program, pool, key, token } = useDirectory();

  const admin = (method: string, path: string, json?: unknown, ifMatch = '*') =>
    call(method, `${program.url}/admin/categories${path}`, {
      token,
      json,
      headers: { 'if-match': ifMatch },
    });

  it('builds a tree and refuses a cycle', async () => {
    const food = await admin('POST', '', { name: 'Food & drink' });
    expect([food.status, food.body.data.slug]).toEqual([201, 'food-and-drink']);
    const cafes = await admin('POST', '', { name: 'Cafés', parent: 'food-and-drink' });
    expect(cafes.body.data).toMatchObject({ slug: 'cafes', parent: 'food-and-drink' });

    const circle = await admin('PATCH', '/food-and-drink', { parent: 'cafes' });
    expect([circle.status, circle.body.error.code]).toEqual([409, 'conflict']);
    const own = await admin('PATCH', '/cafes', { parent: 'cafes' });
    expect(own.status).toBe(409);

    const stale = await admin('PATCH', '/cafes', { parent: null }, '"99"');
    expect(stale.status).toBe(412);
    const moved = await admin('PATCH', '/cafes', { parent: null }, cafes.headers.get('etag')!);
    expect(moved.body.data.parent).toBeNull();
  });

  it('updates name and slug in the records of its businesses', async () => {
    await admin('POST', '', { name: 'Inns' });
    const id = await insertBusiness(pool, { categories: ['inns'] });
    const get = () => call('GET', `${program.url}/api/v1/businesses/${id}`, { key });
    const before = (await get()).body.data;
    await admin('PATCH', '/inns', { name: 'Hotels', slug: 'hotels' });
    const after = (await get()).body.data;
    expect(after.categories).toEqual([{ slug: 'hotels', name: 'Hotels' }]);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const found = await call('GET', `${program.url}/api/v1/businesses?category=hotels&q=hotel`, {
      key,
    });
    expect(found.body.pagination.total).toBe(1);
  });

  it('removes only a category without businesses and subcategories', async () => {
    await admin('POST', '', { name: 'Mills' });
    await insertBusiness(pool, { categories: ['mills'] });
    const used = await admin('DELETE', '/mills');
    expect([used.status, used.body.error.message]).toEqual([
      409,
      'Mills is still in use (businesses: 1).',
    ]);
    await admin('POST', '', { name: 'Windmills', parent: 'mills' });
    await call('POST', `${program.url}/admin/events`, {
      token,
      json: {
        ...{ name: 'Mill Day', category: 'mills' },
        ...{ startsAt: '2030-06-01T15:00:00Z', endsAt: '2030-06-01T20:00:00Z' },
      },
    });
    await pool.query('DELETE FROM business_categories');
    expect((await admin('DELETE', '/mills')).body.error.message).toBe(
      'Mills is still in use (events: 1, subcategories: 1).',
    );
    await admin('POST', '', { name: 'Kilns' });
    expect((await admin('DELETE', '/kilns')).status).toBe(200);
    expect((await admin('GET', '/kilns')).status).toBe(404);
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
    await admin('POST', '', { name: 'Docks' });
    const [{ id }] = (await pool.query(`SELECT id FROM categories WHERE slug = 'docks'`)).rows;
    expect((await admin('POST', '', { name: 'Docks' })).body.data.slug).toBe('docks-2');
    const taken = await admin('POST', '', { name: 'Docks', slug: 'docks' });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    expect(taken.body.data).toEqual({ id, slug: 'docks' });
    expect((await admin('PATCH', '/docks-2', { slug: 'docks' })).status).toBe(409);
    expect((await admin('PATCH', '/docks', { slug: 'docks' })).status).toBe(200);
  });
});
