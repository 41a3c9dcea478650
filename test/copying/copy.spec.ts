import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { signIn } from '../support/admin.ts';
import { Copy } from '../support/copy.ts';
import { onEachDatabase } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { call } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import type { Program } from '../support/program.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';
import { importUpload } from '../support/uploads.ts';

/** Enough for several gzip members of the export and several pages of changes. */
const BUSINESSES = 600;
/** Number of rounds of all edits. Some edits alternate between odd and even rounds. */
const ROUNDS = 2;

onEachDatabase('a copy made from export and changes', (create) => {
  let directory: RunningDirectory;
  let program: Program;
  let pool: Pool;
  let key: string;
  let token: string;

  beforeAll(async () => {
    directory = await startDirectory(await create());
    ({ program, pool, key } = directory);
    token = await signIn(program);
    for (const slug of ['shops', 'cafes', 'bars-0']) await insertCategory(pool, slug, slug);
    for (let i = 0; i < 60; i++) {
      await insertBusiness(pool, {
        name: `Shop ${i}`,
        categories: i % 2 ? ['shops'] : ['shops', 'cafes'],
      });
    }
    await importRows('Former', BUSINESSES);
  });
  afterAll(() => directory.stop());

  const admin = (method: string, path: string, json?: object) =>
    call(method, `${program.url}/admin/${path}`, {
      token,
      json,
      headers: method === 'POST' ? {} : { 'if-match': '*' },
    });

  async function importRows(name: string, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, i) => `${name} ${i},${i} Main St,Ely,cafes\n`);
    const file = `name,street,city,category\n${rows.join('')}`;
    expect(await importUpload(program, token, file)).toMatchObject({ status: 'finished' });
  }

  const anyBusiness = async (): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM businesses WHERE removed_at IS NULL ORDER BY random() LIMIT 1',
    );
    return rows[0]!.id;
  };
  const somewhen = { startsAt: '2026-12-01T18:00:00Z', endsAt: '2026-12-01T20:00:00Z' };

  /** Every kind of change to the directory, made by admins or by SQL. */
  const edits: ((round: number) => Promise<unknown>)[] = [
    async (round) =>
      admin('PATCH', `businesses/${await anyBusiness()}`, { name: `Renamed ${round}` }),
    async () => admin('DELETE', `businesses/${await anyBusiness()}`),
    (round) => admin('POST', 'businesses', { name: `New ${round}`, categories: ['shops'] }),
    (round) => admin('PATCH', 'categories/shops', { name: `Shops ${round}` }),
    // The new name moves the category to the start or end of a business's categories.
    (round) => admin('PATCH', 'categories/cafes', { name: `${round % 2 ? 'Z' : 'A'} cafés` }),
    (round) => admin('POST', 'categories', { name: `Category ${round}`, parent: `bars-${round}` }),
    async (round) => {
      const path = `categories/category-${round}`;
      const answer = await (round % 2
        ? admin('DELETE', path)
        : admin('PATCH', path, { name: 'Kind' }));
      expect(answer.status).toBeLessThan(300);
    },
    async (round) =>
      pool.query('UPDATE categories SET slug = $1 WHERE slug = $2', [
        `bars-${round + 1}`,
        `bars-${round}`,
      ]),
    async (round) =>
      admin('POST', 'events', {
        name: `Event ${round}`,
        business: await anyBusiness(),
        category: 'shops',
        ...somewhen,
      }),
    async (round) =>
      admin('POST', 'deals', {
        title: `Deal ${round}`,
        business: await anyBusiness(),
        startsAt: somewhen.startsAt,
      }),
    async () =>
      pool.query(
        `UPDATE businesses SET removed_at = now() WHERE id = (SELECT business_id FROM deals ORDER BY random() LIMIT 1)`,
      ),
    async () =>
      pool.query(`DELETE FROM deals WHERE id = (SELECT id FROM deals ORDER BY random() LIMIT 1)`),
    async () => pool.query(`DELETE FROM businesses WHERE id = $1`, [await insertBusiness(pool)]),
    async () =>
      pool.query(`UPDATE businesses SET phone = '+1218555' || floor(random() * 10000)::text WHERE id IN
      (SELECT id FROM businesses ORDER BY random() LIMIT 30)`),
    async () =>
      pool.query(
        `INSERT INTO business_categories SELECT $1, id FROM categories WHERE slug = 'cafes' ON CONFLICT DO NOTHING`,
        [await anyBusiness()],
      ),
    // Two overlapping transactions.
    async (round) => {
      if (directory.database.env.DATABASE_URL === undefined) return;
      const slow = await pool.connect();
      try {
        await slow.query('BEGIN');
        await slow.query(`UPDATE businesses SET phone = $1 WHERE id = $2`, [
          `+1${round}`,
          uuidv7(),
        ]);
        const quick = insertBusiness(pool, { name: `Quick ${round}` });
        await slow.query(`UPDATE businesses SET email = 'a@example.com' WHERE name = 'Shop 7'`);
        await slow.query('COMMIT');
        await quick;
      } finally {
        slow.release();
      }
    },
  ];

  it('ends up identical, byte for byte, despite edits and an import', async () => {
    const copy = new Copy(program, key);
    let isDone = false;
    const editing = (async () => {
      for (let round = 0; round < ROUNDS; round++) for (const edit of edits) await edit(round);
    })();
    const changing = Promise.all([editing, importRows('Later', 2 * BUSINESSES)]).finally(
      () => (isDone = true),
    );
    await copy.begin();
    while (!isDone) await copy.follow(37);
    await changing;
    await copy.follow();

    // A new copy, and one made from changes alone, must be the same.
    const fresh = new Copy(program, key);
    await fresh.begin();
    await fresh.follow();
    expect(copy.text()).toBe(fresh.text());
    const other = new Copy(program, key);
    await other.follow(100);
    expect(copy.text()).toBe(other.text());

    const { body } = await call(
      'GET',
      `${program.url}/api/v1/businesses?status=any&sort=newest&limit=100`,
      { key },
    );
    expect(body.data.length).toBe(100);
    for (const record of body.data)
      expect(JSON.stringify(copy.business.get(record.id))).toBe(JSON.stringify(record));
  });

  it('receives a renamed category once and none of its businesses', async () => {
    const copy = new Copy(program, key);
    await copy.begin();
    await copy.follow();
    copy.told.length = 0;
    await admin('PATCH', 'categories/shops', { name: 'Everything' });
    await copy.follow();
    // Businesses whose categories changed order because of the new name are sent again.
    const { rows } = await pool.query(`SELECT id FROM businesses WHERE category_slugs = '{shops}'`);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ id }) => copy.told.includes(id))).toEqual([]);
    const other = new Copy(program, key);
    await other.follow();
    expect(copy.text()).toBe(other.text());
  });

  it('needs few requests and stays current with a limit of a thousand an hour', async () => {
    const { text } = await insertKey(pool, { limitPerHour: 1_000 });
    const copy = new Copy(program, text);
    await copy.begin();
    // The number of requests does not depend on the number of businesses.
    expect(copy.requests).toBeLessThan(5);
    await admin('POST', 'businesses', { name: 'Latecomer' });
    await copy.follow();
    expect([...copy.business.values()]).toContainEqual(
      expect.objectContaining({ name: 'Latecomer' }),
    );
    const { headers } = await call('GET', `${program.url}/api/v1/rate-limit`, { key: text });
    expect(headers.get('x-ratelimit-remaining')).toBe(String(1_000 - copy.requests));
  });
});
