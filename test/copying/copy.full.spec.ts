import { v7 as uuidv7 } from 'uuid';
import {
  type Business,
  type Change,
  type Directory,
  MemoryStore,
  type MirrorStore,
  SqliteStore,
} from '#libs/client/src/index.js';
import { onEachDatabase } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey } from '../support/insert-key.ts';
import { clientOf, mirrored, textOf, TYPES } from '../support/mirrored.ts';
import { openSqlite } from '../support/sqlite.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

/** More businesses, with the shops, than one statement of the export reads. */
const FORMER = 450;
/** Enough for several pages of changes. */
const LATER = 150;
/** Number of rounds of all edits. Some edits alternate between odd and even rounds. */
const ROUNDS = 2;

const CRASH = new Error('The process crashed.');

/** Crashes after a number of steps, at the start or at the end of a write. */
class CrashingStore implements MirrorStore {
  constructor(
    private readonly store: MirrorStore,
    private steps: number,
  ) {}

  position(): Promise<string | undefined> {
    return this.store.position();
  }

  write(changes: readonly Change[], position: string): Promise<void> {
    return this.around(() => this.store.write(changes, position));
  }

  /** Crashes between two businesses. */
  async updateBusinesses(
    slug: string,
    change: (business: Business) => Business | undefined,
  ): Promise<void> {
    const isDue = this.steps === 0;
    let changed = 0;
    await this.store.updateBusinesses(slug, (business) => {
      if (isDue && changed++ === 1) throw CRASH;
      return change(business);
    });
    this.step();
  }

  clear(): Promise<void> {
    return this.around(() => this.store.clear());
  }

  private async around(work: () => Promise<void>): Promise<void> {
    this.step();
    await work();
    this.step();
  }

  private step(): void {
    if (this.steps-- === 0) throw CRASH;
  }
}

/** Keeps the ids that it receives in changes. */
class RecordingStore extends MemoryStore {
  readonly received: string[] = [];

  override async write(changes: readonly Change[], position: string): Promise<void> {
    this.received.push(...changes.map(({ id }) => id));
    await super.write(changes, position);
  }
}

onEachDatabase('a copy made from export and changes', (create) => {
  const { database, program, pool, key, token, admin } = useDirectory({}, create);
  let client: Directory;
  const folder = useSharedFolder();

  beforeAll(async () => {
    client = clientOf(program, key);
    for (const slug of ['shops', 'cafes', 'bars-0']) await insertCategory(pool, slug, slug);
    for (let i = 0; i < 60; i++) {
      await insertBusiness(pool, {
        name: `Shop ${i}`,
        categories: i % 2 ? ['shops'] : ['shops', 'cafes'],
      });
    }
    await pool.query(
      `WITH added AS (
         INSERT INTO businesses (id, slug, name, updated_at)
         SELECT gen_random_uuid(), 'former-' || n, 'Former ' || n, now()
         FROM generate_series(1, $1::int) AS n RETURNING id)
       INSERT INTO business_categories (business_id, category_id)
       SELECT added.id, categories.id FROM added, categories WHERE categories.slug = 'cafes'`,
      [FORMER],
    );
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
      if (database.env.DATABASE_URL === undefined) return;
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

  it('ends up identical, byte for byte, despite edits, an import and crashes', async () => {
    let isDone = false;
    const editing = (async () => {
      for (let round = 0; round < ROUNDS; round++) for (const edit of edits) await edit(round);
    })();
    const changing = Promise.all([editing, importRows('Later', LATER)]).finally(
      () => (isDone = true),
    );
    const store = new MemoryStore();
    const end = new AbortController();
    const following = expect(
      client.mirror(store, { limit: 37, follow: true, signal: end.signal }),
    ).rejects.toThrow('aborted');
    const file = folder('directory.sqlite');
    let crashes = 0;
    try {
      for (let steps = 1, isWhole = false; !isDone || !isWhole; steps++) {
        isWhole = await mirrorUntilCrash(file, steps);
        if (!isWhole) crashes++;
      }
      await changing;
    } finally {
      end.abort();
      // The next test must not run during the changes, even if this one fails.
      await Promise.allSettled([changing, following]);
      await following;
    }
    await client.mirror(store);
    expect(crashes).toBeGreaterThan(5);
    await mirrorUntilCrash(file, Infinity);

    // A new copy, and one made from changes alone, must be the same.
    const text = textOf(store);
    expect(text).toBe(textOf(await mirrored(client)));
    const fromChanges = new MemoryStore();
    for await (const { data } of client.changes().pages()) await fromChanges.write(data, '');
    expect(text).toBe(textOf(fromChanges));
    expect(await textIn(file)).toBe(text);

    const { data } = await client.businesses.list({ status: 'any', sort: 'newest', limit: 100 });
    expect(data.length).toBe(100);
    for (const record of data) {
      expect(JSON.stringify(store.all('business').get(record.id))).toBe(JSON.stringify(record));
    }
  });

  /** Returns true if the copy was whole before the crash. */
  async function mirrorUntilCrash(file: string, steps: number): Promise<boolean> {
    const database = await openSqlite(file);
    try {
      const store = new CrashingStore(new SqliteStore(database), steps);
      await client.mirror(store, { limit: 37 });
      return true;
    } catch (error) {
      if (error !== CRASH) throw error;
      return false;
    } finally {
      database.close();
    }
  }

  /** Returns all records of an SQLite file as text, sorted by id. */
  async function textIn(file: string): Promise<string> {
    const database = await openSqlite(file);
    const rows = TYPES.flatMap((type) =>
      database.prepare('SELECT record FROM records WHERE type = ? ORDER BY id').all(type),
    ) as { record: string }[];
    database.close();
    return rows.map(({ record }) => record).join('\n');
  }

  it('follows changes until its signal aborts', async () => {
    const store = new MemoryStore();
    const controller = new AbortController();
    const following = client.mirror(store, { follow: true, signal: controller.signal });
    const ended = expect(following).rejects.toThrow('Enough.');
    try {
      await eventually(() => store.all('category').size > 0);
      await admin('POST', 'businesses', { name: 'Latest' });
      await eventually(() =>
        [...store.all('business').values()].some(({ name }) => name === 'Latest'),
      );
    } finally {
      controller.abort(new Error('Enough.'));
      await ended;
    }
    expect(textOf(store)).toBe(textOf(await mirrored(client)));
  });

  it('receives a renamed category once and none of its businesses', async () => {
    const store = new RecordingStore();
    await client.mirror(store);
    store.received.length = 0;
    await admin('PATCH', 'categories/shops', { name: 'Everything' });
    await client.mirror(store);
    // Businesses whose categories changed order because of the new name are sent again.
    const { rows } = await pool.query(`SELECT id FROM businesses WHERE category_slugs = '{shops}'`);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ id }) => store.received.includes(id))).toEqual([]);
    expect(textOf(store)).toBe(textOf(await mirrored(client)));
  });

  it('needs few requests and stays current with a limit of a thousand an hour', async () => {
    const { text } = await insertKey(pool, { limitPerHour: 1_000 });
    let requests = 0;
    const counting = clientOf(program, text, {
      fetch: (...request) => {
        requests++;
        return fetch(...request);
      },
    });
    const store = await mirrored(counting);
    // The number of requests does not depend on the number of businesses.
    expect(requests).toBeLessThan(5);
    await admin('POST', 'businesses', { name: 'Latecomer' });
    await counting.mirror(store);
    expect([...store.all('business').values()]).toContainEqual(
      expect.objectContaining({ name: 'Latecomer' }),
    );
    const counted = requests;
    expect((await counting.rateLimit()).remaining).toBe(1_000 - counted);
  });
});
