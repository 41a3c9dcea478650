import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

interface Change {
  type: string;
  id: string;
  deleted: boolean;
  record: any;
}

describe('GET /api/v1/changes', () => {
  const { program, pool, api, admin } = useDirectory();
  let first: string;
  let second: string;

  beforeAll(async () => {
    await insertCategory(pool, 'shops', 'Shops');
    first = await insertBusiness(pool, { name: 'First', categories: ['shops'] });
    second = await insertBusiness(pool, { name: 'Second' });
  });

  const ask = (query: string) => api(`changes?${query}`);
  const list = async (
    query: string,
  ): Promise<{ data: Change[]; next: string; hasMore: boolean }> => {
    const { status, body } = await ask(query);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { data: body.data, ...body.pagination };
  };
  const present = async () => (await list('')).next;
  const after = async (cursor: string) => (await list(`after=${cursor}`)).data;
  const names = (changes: Change[]) => changes.map(({ record }) => record?.name);

  it('200: returns all records from the beginning, with pagination, oldest first', async () => {
    const pages = [await list('limit=1')];
    while (pages.at(-1)!.hasMore) pages.push(await list(`limit=1&after=${pages.at(-1)!.next}`));
    expect(names(pages.flatMap(({ data }) => data))).toEqual(['Shops', 'First', 'Second']);
    expect(pages[1]!.data).toMatchObject([
      {
        type: 'business',
        id: first,
        deleted: false,
        record: { url: expect.stringContaining(program.url) },
      },
    ]);
    expect(await list(`after=${pages.at(-1)!.next}`)).toMatchObject({
      data: [],
      next: pages.at(-1)!.next,
    });
  });

  it('200: returns a record once, in its current state, and removed ones as deleted', async () => {
    const cursor = await present();
    await pool.query(`UPDATE businesses SET name = 'Third' WHERE id = $1`, [first]);
    await pool.query(`UPDATE businesses SET removed_at = now() WHERE id = $1`, [second]);
    await pool.query(`UPDATE businesses SET name = 'Fourth' WHERE id = $1`, [first]);
    expect(await after(cursor)).toEqual([
      { type: 'business', id: second, deleted: true, record: null },
      {
        type: 'business',
        id: first,
        deleted: false,
        record: expect.objectContaining({ name: 'Fourth' }),
      },
    ]);
    const category = await insertCategory(pool, 'bars', 'Bars');
    await pool.query('DELETE FROM categories WHERE id = $1', [category]);
    expect((await after(cursor)).at(-1)).toEqual({
      type: 'category',
      id: category,
      deleted: true,
      record: null,
    });
  });

  it('200: returns an event and a deal again when their business changes', async () => {
    const startsAt = '2026-12-01T18:00:00Z';
    await admin('POST', 'events', {
      name: 'Fair',
      business: first,
      startsAt,
      endsAt: '2026-12-01T20:00:00Z',
    });
    await admin('POST', 'deals', { title: 'Two for one', business: first, startsAt });
    const cursor = await present();
    await pool.query(`UPDATE businesses SET name = 'Fifth' WHERE id = $1`, [first]);
    expect(await after(cursor)).toMatchObject([
      { type: 'business' },
      { type: 'event', record: { business: { name: 'Fifth' } } },
      { type: 'deal', record: { business: { name: 'Fifth' } } },
    ]);
    expect(await list(`type=deal,category&after=${cursor}`)).toMatchObject({
      data: [{ type: 'deal' }],
    });
    const readdressed = await present();
    await pool.query(`UPDATE businesses SET slug = 'fifth' WHERE id = $1`, [first]);
    const business = { slug: 'fifth' };
    expect(await after(readdressed)).toMatchObject([
      { type: 'business', record: business },
      { type: 'event', record: { business } },
      { type: 'deal', record: { business } },
    ]);
    const moved = await present();
    await pool.query(`UPDATE businesses SET city = 'Ely' WHERE id = $1`, [first]);
    expect(await list(`type=deal&after=${moved}`)).toMatchObject({
      data: [{ type: 'deal', record: { city: 'Ely' } }],
    });
    const renamed = await present();
    await pool.query(`UPDATE categories SET name = 'Stores' WHERE slug = 'shops'`);
    expect(await list(`type=deal&after=${renamed}`)).toMatchObject({
      data: [{ type: 'deal', record: { categories: [{ slug: 'shops', name: 'Stores' }] } }],
    });
    const kept = await present();
    await pool.query(`UPDATE businesses SET removed_at = now() WHERE id = $1`, [first]);
    expect(await after(kept)).toMatchObject([
      { type: 'business', deleted: true },
      { type: 'event', record: { business: null } },
      { type: 'deal', deleted: true },
    ]);
  });

  it('400: explains valid limits, waits and types, and how to replace an invalid cursor', async () => {
    expect((await ask('limit=1000&wait=0')).status).toBe(200);
    for (const query of ['limit=0', 'limit=1001', 'wait=31', 'wait=-1', 'type=city', 'since=1']) {
      const { status, body } = await ask(query);
      expect([query, status, body.error.code]).toEqual([query, 400, 'invalid_parameter']);
    }
    const cursor = Buffer.from(await present(), 'base64url').toString();
    const ofAnother = cursor.replace(/^\w{8}/, '00000000');
    const ofLater = cursor.replace(/\d+$/, (time) => String(Number(time) + 1));
    const afterYear9999 = cursor.replace(/\d+$/, '9'.repeat(15));
    const damaged = ['nothing', '', cursor.replace('.', '-'), afterYear9999];
    for (const text of [ofAnother, ofLater, ...damaged]) {
      const { status, body } = await ask(`after=${Buffer.from(text).toString('base64url')}`);
      expect([text, status, body.error.message]).toEqual([
        text,
        400,
        expect.stringMatching(/[Tt]ake a new export/),
      ]);
      expect(body.error.details).toMatchObject([{ field: 'after' }]);
    }
  });
});

describeOnPostgres('overlapping transactions', () => {
  const { pool, api } = useDirectory({}, () => createDatabase('PostgreSQL'));

  it('appear in the order in which they commit', async () => {
    let cursor = (await api('changes')).body.pagination.next;
    /** Returns the names in the changes since the previous call. */
    const names = async () => {
      const { body } = await api(`changes?after=${cursor}`);
      cursor = body.pagination.next;
      return body.data.map(({ record }: Change) => record.name);
    };
    const [slow, quick] = await Promise.all([pool.connect(), pool.connect()]);
    const INSERT = `INSERT INTO businesses (id, slug, name, updated_at) VALUES (gen_random_uuid(), $1, $1, now())`;
    await slow.query('BEGIN');
    await quick.query('BEGIN');
    await slow.query(INSERT, ['slow']);
    const waits = quick.query(INSERT, ['quick']);
    // The transaction that changed the directory second must not appear before the first.
    expect(await names()).toEqual([]);
    await slow.query('COMMIT');
    await waits;
    expect(await names()).toEqual(['slow']);
    await quick.query('COMMIT');
    expect(await names()).toEqual(['quick']);
    slow.release();
    quick.release();
  });
});
