import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { insertBusiness, insertCategory } from '../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { CHANGE_TYPES, type ChangeType, type Position } from './position.js';
import { type Change, type ChangePage, readChangePage } from './copying.repository.js';

const TABLES = ['businesses', 'categories', 'events', 'deals'];

describe(readChangePage.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;

  beforeAll(() => {
    ({ pool } = served.database);
  });
  beforeEach(() => pool.query(`TRUNCATE ${TABLES.join()}, deleted_records CASCADE`));

  const read = (after?: Position, limit = 1_000, type?: ChangeType[]) =>
    readChangePage(pool, { after, limit, type });
  const end = async () => (await read()).next;
  const named = ({ type, record }: Change) => {
    const { name, title } = JSON.parse(record ?? '{"name":"gone"}') as Record<string, string>;
    return `${type} ${name ?? title}`;
  };
  const changesAfter = async (after: Position) => (await read(after)).changes.map(named);
  const walk = async (after: Position, limit: number, type?: ChangeType[]) => {
    const listed: string[] = [];
    for (let page: ChangePage, pages = 0; pages < 20; pages++) {
      page = await read(after, limit, type);
      expect(page.changes.length).toBeLessThanOrEqual(limit);
      listed.push(...page.changes.map(named));
      if (!page.hasMore) return listed;
      after = page.next;
    }
    throw new Error('It has no end.');
  };
  const transaction = async (work: (client: Pool) => Promise<unknown>) => {
    const client: PoolClient = await pool.connect();
    try {
      await client.query('BEGIN');
      await work(client as unknown as Pool);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  const insertEvent = (client: Pool, name: string, business: string) =>
    client.query(
      `INSERT INTO events (id, slug, name, business_id, starts_at, ends_at)
       VALUES ($1::uuid, $1::text, $2, $3, now(), now() + interval '1 hour')`,
      [uuidv7(), name, business],
    );
  const insertDeal = (client: Pool, title: string, business: string) =>
    client.query(
      `INSERT INTO deals (id, slug, title, business_id, starts_at)
       VALUES ($1::uuid, $1::text, $2, $3, now())`,
      [uuidv7(), title, business],
    );

  it('returns each change of a transaction once, wherever pages are cut', async () => {
    const owner = await insertBusiness(pool, { name: 'Owner' });
    const business = await insertBusiness(pool, { name: 'Former' });
    const category = await insertCategory(pool, 'former', 'Former');
    const cursor = await end();
    // Insert in reverse, so that the records returned last have the lowest ids.
    await transaction(async (client) => {
      for (const n of [1, 2]) await insertDeal(client, `Rolls ${n}`, owner);
      for (const n of [1, 2]) await insertEvent(client, `Fair ${n}`, owner);
      for (const n of [1, 2]) await insertBusiness(client, { name: `Shop ${n}` });
      for (const n of [1, 2]) await insertCategory(client, `kind-${n}`, `Kind ${n}`);
      await client.query('DELETE FROM businesses WHERE id = $1', [business]);
      await client.query('DELETE FROM categories WHERE id = $1', [category]);
    });
    const whole = [
      ...['business gone', 'category gone', 'category Kind 1', 'category Kind 2'],
      ...['business Shop 1', 'business Shop 2', 'event Fair 1', 'event Fair 2'],
      ...['deal Rolls 1', 'deal Rolls 2'],
    ];
    expect(await changesAfter(cursor)).toEqual(whole);
    for (let limit = 1; limit <= whole.length + 1; limit++) {
      expect([limit, await walk(cursor, limit)]).toEqual([limit, whole]);
    }
    for (const type of CHANGE_TYPES) {
      const listed = whole.filter((change) => change.startsWith(type));
      expect(await walk(cursor, 1, [type])).toEqual(listed);
    }
    expect((await read(cursor, whole.length)).hasMore).toBe(false);
    expect((await read(cursor, whole.length - 1)).hasMore).toBe(true);
  });

  it('returns a deletion before the insertion that restores the same id', async () => {
    const id = await insertBusiness(pool, { name: 'Former' });
    const cursor = await end();
    await transaction(async (client) => {
      await client.query('DELETE FROM businesses WHERE id = $1', [id]);
      await insertBusiness(client, { id, name: 'Again' });
    });
    expect(await changesAfter(cursor)).toEqual(['business gone', 'business Again']);
    const second = await end();
    await pool.query('DELETE FROM businesses WHERE id = $1', [id]);
    expect(await changesAfter(second)).toEqual(['business gone']);
    expect(await changesAfter(cursor)).toEqual(['business gone']);
  });

  it('returns changes in commit order even if the database clock was set back', async () => {
    await pool.query(`UPDATE directory_version SET changed_at = now() + interval '1 hour'`);
    let cursor = await end();
    for (const name of ['One', 'Two']) {
      await insertBusiness(pool, { name });
      expect(await changesAfter(cursor)).toEqual([`business ${name}`]);
      cursor = await end();
    }
  });

  it.each(TABLES)('starts a new epoch when all %s are removed at once', async (table) => {
    const { epoch } = await end();
    await pool.query(`TRUNCATE ${table} CASCADE`);
    expect((await end()).epoch).not.toBe(epoch);
  });
});
