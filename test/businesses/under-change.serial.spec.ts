import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey } from '../support/insert-key.ts';
import { type Program, startProgram } from '../support/program.ts';

const READERS = 20;
const CHANGES = 120;
const CHANGES_PER_SECOND = 50;
const VERSIONS_TO_SEE = 20;
const LIMIT = 7;

interface Shop {
  name: string;
  description: string;
  city: string;
  isListed: boolean;
}

/** A page that a reader received, to compare with the directory at that version. */
interface Page {
  reader: number;
  city: string | undefined;
  page: number;
  version: string;
  total: number;
  shops: string[];
}

function suite(create: () => Promise<TestDatabase>, processes: number) {
  let database: TestDatabase;
  let programs: Program[];
  let pool: Pool;
  let writer: Writer;
  let key: string;

  beforeAll(async () => {
    database = await create();
    programs = [await startProgram(database.env)];
    while (programs.length < processes) programs.push(await startProgram(database.env));
    pool = await connectTo(database);
    key = (await insertKey(pool)).text;
    writer = new Writer(pool);
    for (let n = 0; n < 60; n++) await writer.change((shops) => open(shops, `Shop ${n}`));
  });
  afterAll(async () => {
    await pool.end();
    for (const program of programs) await program.stop();
    await database.drop();
  });

  const read = async (reader: number, page: number): Promise<Page> => {
    const { url } = programs[reader % processes]!;
    const city = reader % 4 < 2 ? undefined : 'Ely';
    const parameters = new URLSearchParams({
      page: String(page),
      limit: String(LIMIT),
      ...(city && { city }),
    });
    const response = await fetch(`${url}/api/v1/businesses?${parameters.toString()}`, {
      headers: { 'x-api-key': key },
    });
    expect(response.status).toBe(200);
    const { data, pagination } = await response.json();
    const version = /^"(\d+)-/.exec(response.headers.get('etag')!)![1]!;
    return { reader, city, page, version, total: pagination.total, shops: data.map(described) };
  };

  it('receive pages of one version, never of an older one, and in the end of the last', async () => {
    const pages: Page[] = [];
    let isChanging = true;
    const walk = async (reader: number) => {
      for (let page = 1; isChanging; page++) {
        const found = await read(reader, page);
        pages.push(found);
        if (page * LIMIT >= found.total) page = 0;
      }
    };
    const walks = Array.from({ length: READERS }, (_, reader) => walk(reader));
    const versionsSeen = () => new Set(pages.map(({ version }) => version)).size;
    const last = await writer
      .changeAtPace((changes) => changes < CHANGES || versionsSeen() < VERSIONS_TO_SEE)
      .finally(() => (isChanging = false));
    await Promise.all(
      programs.map((_, reader) => eventually(async () => (await read(reader, 1)).version === last)),
    );
    await Promise.all(walks);

    const seen = new Map<number, bigint>();
    for (const page of pages) {
      const { reader, version, total, shops } = page;
      expect(BigInt(version)).toBeGreaterThanOrEqual(seen.get(reader) ?? 0n);
      seen.set(reader, BigInt(version));
      expect({ version, total, shops }).toEqual({ version, ...writer.page(page) });
    }
  });
}

describe('readers while the directory changes (embedded)', () =>
  suite(() => createDatabase('embedded'), 1));
describeOnPostgres('readers while the directory changes (PostgreSQL, two processes)', () =>
  suite(() => createDatabase('PostgreSQL'), 2),
);

type Shops = Map<string, Shop>;

/** Changes shops by plain SQL and records the directory's contents at each version. */
class Writer {
  private readonly states = new Map<string, Shop[]>();
  private readonly shops: Shops = new Map();

  constructor(private readonly pool: Pool) {}

  /** @returns the version that the last change created */
  async changeAtPace(goesOn: (changes: number) => boolean): Promise<string> {
    let version = '';
    const start = performance.now();
    for (let n = 0; goesOn(n); n++) {
      await delay(Math.max(0, start + (n * 1_000) / CHANGES_PER_SECOND - performance.now()));
      version = await this.change((shops) => CHANGERS[n % CHANGERS.length]!(shops, n));
    }
    return version;
  }

  /** Changes any number of shops in one transaction. */
  async change(changer: (shops: Shops) => string[]): Promise<string> {
    const ids = changer(this.shops);
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      for (const id of ids) {
        const { name, description, city, isListed } = this.shops.get(id)!;
        await client.query(
          `INSERT INTO businesses (id, slug, name, description, city, removed_at, updated_at)
           VALUES ($1::uuid, $1::text, $2, $3, $4, CASE WHEN $5 THEN NULL ELSE now() END, now())
           ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
             city = excluded.city, removed_at = excluded.removed_at`,
          [id, name, description, city, isListed],
        );
      }
      const { rows } = await client.query('SELECT version::text FROM directory_version');
      this.states.set(rows[0].version, structuredClone([...this.shops.values()]));
      await client.query('COMMIT');
      return rows[0].version;
    } finally {
      client.release();
    }
  }

  /** Returns the expected contents of a page at its version. */
  page({ version, city, page }: Page): { total: number; shops: string[] } {
    const listed = this.states
      .get(version)!
      .filter((shop) => shop.isListed && (!city || shop.city === city))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const shops = listed.slice((page - 1) * LIMIT, page * LIMIT).map(described);
    return { total: listed.length, shops };
  }
}

function described({ name, description, ...rest }: any): string {
  return `${name}: ${description} (${rest.city ?? rest.address.city})`;
}

/** Functions that change some shops and return their ids. */
const CHANGERS: ((shops: Shops, n: number) => string[])[] = [
  // Readers must always see the same description in both shops.
  (shops, n) => edit(shops, [n, n + 31], { description: `Said at ${n}` }),
  (shops, n) => edit(shops, [n * 7], { name: `Shop ${(n * 13) % 100} renamed at ${n}` }),
  (shops, n) => edit(shops, [n * 3, n * 3 + 1], { city: n % 2 ? 'Ely' : 'Duluth' }),
  (shops, n) => edit(shops, [n * 11], { isListed: false }),
  (shops, n) => open(shops, `Shop ${(n * 17) % 100} opened at ${n}`),
];

function edit(shops: Shops, indexes: number[], changes: Partial<Shop>): string[] {
  const ids = [...shops.keys()];
  return indexes.map((index) => {
    const id = ids[index % ids.length]!;
    Object.assign(shops.get(id)!, changes);
    return id;
  });
}

function open(shops: Shops, name: string): string[] {
  const id = uuidv7();
  shops.set(id, {
    name,
    description: 'New',
    city: shops.size % 2 ? 'Ely' : 'Duluth',
    isListed: true,
  });
  return [id];
}
