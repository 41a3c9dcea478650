import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

interface BusinessRecord {
  id: string;
  updatedAt: string;
  removedAt: string | null;
}

const BEGINNING = '1970-01-01T00:00:00Z';

describe('a copy of the directory', () => {
  const { database, pool, api, admin } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'shops', 'Shops');
    await insertCategory(pool, 'cafes', 'Cafés');
    for (let i = 0; i < 90; i++) {
      await insertBusiness(pool, { name: `Shop ${i}`, categories: ['shops'] });
    }
  });

  const list = async (query: string): Promise<BusinessRecord[]> => {
    const { body } = await api(`businesses?${query}`);
    return body.data;
  };

  /** A copy that is updated as described in docs/directory.md. */
  class Copy {
    readonly records = new Map<string, BusinessRecord>();
    private since = BEGINNING;

    async follow(): Promise<void> {
      let newest: string | undefined;
      for (let page = 1; ; page++) {
        const records = await list(
          `status=any&updatedSince=${this.since}&sort=updated&limit=10&page=${page}`,
        );
        newest ??= records[0]?.updatedAt;
        for (const record of records) {
          if (record.removedAt) this.records.delete(record.id);
          else this.records.set(record.id, record);
        }
        if (records.length < 10) break;
      }
      this.since = newest ?? this.since;
    }
  }

  async function everything(): Promise<BusinessRecord[]> {
    const all: BusinessRecord[] = [];
    for (let page = 1; ; page++) {
      const records = await list(`status=any&limit=100&page=${page}`);
      all.push(...records);
      if (records.length < 100) return all;
    }
  }

  const changes: ((i: number) => Promise<unknown>)[] = [
    () => pool.query(`UPDATE businesses SET name = name || '!' WHERE id = ${ANY_BUSINESS}`),
    () => pool.query(`UPDATE businesses SET removed_at = now() WHERE id = ${ANY_BUSINESS}`),
    () => pool.query(`UPDATE businesses SET status = 'closed' WHERE id = ${ANY_BUSINESS}`),
    (i) => insertBusiness(pool, { name: `New ${i}`, categories: ['cafes'] }),
    () =>
      pool.query(`INSERT INTO business_categories
        SELECT ${ANY_BUSINESS}, id FROM categories WHERE slug = 'cafes' ON CONFLICT DO NOTHING`),
    (i) => pool.query(`UPDATE categories SET name = $1 WHERE slug = 'shops'`, [`Shops ${i}`]),
    // Two overlapping transactions.
    async (i) => {
      const slow = await pool.connect();
      try {
        await slow.query('BEGIN');
        await slow.query(`UPDATE businesses SET phone = $1 WHERE id = ${ANY_BUSINESS}`, [`+1${i}`]);
        const quick = isEmbedded() ? undefined : insertBusiness(pool, { name: `Quick ${i}` });
        await slow.query(
          `UPDATE businesses SET email = 'a@example.com' WHERE id = ${ANY_BUSINESS}`,
        );
        await slow.query('COMMIT');
        await quick;
      } finally {
        slow.release();
      }
    },
  ];
  const isEmbedded = () => database.env.DATABASE_URL === undefined;

  it('ends with exactly the same records while the directory keeps changing', async () => {
    const copy = new Copy();
    let isDone = false;
    const writer = (async () => {
      for (let i = 0; i < 140; i++) await changes[i % changes.length]!(i);
      isDone = true;
    })();
    while (!isDone) await copy.follow();
    await writer;
    // The version is cached for half a second; the list for admins rereads it.
    await admin('GET', 'businesses?limit=1');
    await copy.follow();

    const present = await everything();
    expect(copy.records.size).toBe(present.length);
    expect(Object.fromEntries(copy.records)).toEqual(
      Object.fromEntries(present.map((record) => [record.id, record])),
    );
  });

  it('receives no unchanged record', async () => {
    const [newest] = await list('status=any&sort=updated&limit=1');
    await pool.query('UPDATE businesses SET name = name, updated_at = now()');
    const [stillNewest] = await list('status=any&sort=updated&limit=1');
    expect(stillNewest).toEqual(newest);
  });
});

const ANY_BUSINESS = '(SELECT id FROM businesses ORDER BY random() LIMIT 1)';
