import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { insertBusiness, insertCategory } from '../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { type ReadingServices, readingServices } from '../../../test/support/reading-services.ts';
import type { BusinessCriteria } from './criteria.js';
import { DirectoryIndex } from './directory-index.js';
import { useSharedFolder } from '../../../test/support/use-folder.ts';

const CATEGORIES = ['food', 'bread', 'tools'];
const DEGREE = 1 / 111;
const HERE = { latitude: 46, longitude: -94 };
/** Few distinct values, so that sort keys and filters are often equal. */
const PLACES = [0, 1, 2, 5].map((degrees) => HERE.latitude + degrees * 20 * DEGREE);

const business = fc.record({
  name: fc.constantFrom('Loon', 'loon', 'Heron', 'Heron Bar', '7 Owls', '木', 'Ål'),
  city: fc.constantFrom('Saint Paul', 'St. Paul', 'Duluth', null),
  county: fc.constantFrom('Ramsey', 'St. Louis', null),
  postal_code: fc.constantFrom('55101', '55802', null),
  status: fc.constantFrom('open', 'closed', 'temporarily_closed'),
  categories: fc.subarray(CATEGORIES),
  latitude: fc.constantFrom(...PLACES, null),
  longitude: fc.constantFrom(-94, -92.1),
  hours: fc.constantFrom(
    [],
    [{ day: 'monday', opens: '09:00', closes: '17:00' }],
    [{ day: 'monday', opens: '16:00', closes: '02:00' }],
  ),
  special_hours: fc.constantFrom(
    [],
    [],
    [{ date: '2026-11-02', closed: true, hours: [], name: null }],
    [{ date: '2026-11-02', closed: false, hours: [{ opens: '14:00', closes: '16:00' }] }],
  ),
  attributes: fc.constantFrom(
    {},
    { wifi: true, wheelchair: 'limited' },
    { wifi: true, wheelchair: 'no', payment: ['cash', 'ebt'] },
    { wifi: false, wheelchair: 'yes', languages: ['en', 'so'] },
  ),
  confirmed_on: fc.constantFrom(null, '1912-05-01', '2026-05-01', '2026-05-02'),
  established_on: fc.constantFrom(null, '1912-05-01', '2026-05-01', '2026-05-02'),
  removed_at: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
  created_at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
});

const at = (local: string) => Date.parse(`${local}Z`) / 60_000;
const IN_THE_DAY = `hours @> '[{"opens":"09:00"}]'`;
const AT_NIGHT = `hours @> '[{"opens":"16:00"}]'`;
const USUAL = `special_hours = '[]'`;
const SPECIAL = `special_hours @> '[{"closed":false}]'`;

/** Criteria with the same condition in SQL. */
const criterion = fc.constantFrom<[Partial<BusinessCriteria>, string]>(
  [{ initial: 'a' }, `name_key >= 'a' AND name_key < 'b'`],
  [{ initial: 'l' }, `name_key >= 'l' AND name_key < 'm'`],
  [{ initial: '0-9' }, `name_key ~ '^[0-9]'`],
  [{ initial: 'other' }, `name_key !~ '^[0-9a-z]'`],
  [{ category: ['food'] }, `category_slugs && '{food,bread}'`],
  [{ category: ['bread', 'tools'] }, `category_slugs && '{bread,tools}'`],
  [{ city: ['saint-paul'] }, `city_slug = 'saint-paul'`],
  [{ county: ['ramsey', 'saint-louis'] }, `county_slug IN ('ramsey', 'saint-louis')`],
  [{ postalCode: ['55101'] }, `postal_code = '55101'`],
  [
    { region: ['arrowhead', 'downtown-saint-paul'] },
    `county_slug = 'saint-louis' OR postal_code = '55101'`,
  ],
  [
    { point: HERE, radius: 45_000 },
    `metres_between(${HERE.latitude}, ${HERE.longitude}, latitude, longitude) <= 45000`,
  ],
  [
    { bbox: { west: -94, south: HERE.latitude, east: -93, north: PLACES[2]! } },
    `longitude BETWEEN -94 AND -93 AND latitude BETWEEN ${HERE.latitude} AND ${PLACES[2]}`,
  ],
  [{ openAt: at('2026-11-02T15:00') }, `${IN_THE_DAY} AND ${USUAL} OR ${SPECIAL}`],
  [{ openAt: at('2026-11-09T15:00') }, IN_THE_DAY],
  [{ openAt: at('2026-11-03T01:59') }, `${AT_NIGHT} AND ${USUAL}`],
  // Memorial Day.
  [{ openAt: at('2026-05-25T15:00') }, 'false'],
  [
    { openBetween: { from: at('2026-11-02T12:00'), to: at('2026-11-02T15:00') } },
    `${IN_THE_DAY} AND ${USUAL} OR ${SPECIAL}`,
  ],
  [{ attribute: ['wifi'] }, `attributes @> '{"wifi":true}'`],
  [
    { attribute: ['wheelchair', 'wifi'] },
    `attributes @> '{"wifi":true}' AND attributes->>'wheelchair' <> 'no'`,
  ],
  [{ attribute: ['ebt'] }, `attributes->'payment' ? 'ebt'`],
  [{ attribute: ['somali'] }, `attributes->'languages' ? 'so'`],
  [{ confirmedSince: Date.parse('2026-05-02') / 86_400_000 }, `confirmed_on >= '2026-05-02'`],
  [{ createdSince: new Date('2026-01-15') }, `created_at >= '2026-01-15'`],
  [
    {
      newSince: {
        created: new Date('2026-01-15'),
        bulks: [],
        established: Date.parse('2026-05-02') / 86_400_000,
      },
    },
    `created_at >= '2026-01-15' OR established_on >= '2026-05-02'`,
  ],
  [
    {
      newSince: {
        created: new Date(0),
        bulks: [{ from: new Date('2026-01-01'), to: new Date('2026-01-02') }],
        established: Date.parse('2026-05-02') / 86_400_000,
      },
    },
    `created_at >= '2026-01-15' OR established_on >= '2026-05-02'`,
  ],
);

const ORDERS = {
  name: 'name_key, id',
  newest: 'created_at DESC, id DESC',
  updated: 'updated_at DESC, id DESC',
  confirmed: `greatest(confirmed_on, '1970-01-01'), name_key, id`,
  distance: `metres_between(${HERE.latitude}, ${HERE.longitude}, latitude, longitude) NULLS LAST, number`,
} as const;

const list = fc.record({
  criteria: fc.array(criterion, { maxLength: 2 }),
  status: fc.constantFrom('open', 'closed', 'any'),
  isForCopies: fc.boolean(),
  sort: fc.constantFrom('name', 'newest', 'updated', 'distance', 'confirmed'),
  page: fc.integer({ min: 1, max: 3 }),
  limit: fc.integer({ min: 1, max: 9 }),
});

const FIRST: BusinessCriteria = { page: 1, limit: 1, sort: 'name', status: 'open' };

describe(DirectoryIndex.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let services: ReadingServices;
  const inFolder = useSharedFolder();

  beforeAll(async () => {
    ({ pool } = served.database);
    services = readingServices(served.database, inFolder());
    const [food] = await Promise.all(CATEGORIES.map((slug) => insertCategory(pool, slug, slug)));
    await pool.query(`UPDATE categories SET parent_id = $1 WHERE slug = 'bread'`, [food]);
  });

  const file = () => inFolder('directory-index');
  const restart = async () => {
    await services.index.onApplicationShutdown();
    services = readingServices(served.database, inFolder());
  };
  /** Changes the database without its triggers, so that the state stays the same. */
  const unnoticed = (statement: string) =>
    pool.query(
      `SET session_replication_role = replica; ${statement}; SET session_replication_role = origin`,
    );

  const change = fc.oneof(
    { weight: 3, arbitrary: business.map((row) => () => insertBusiness(pool, row)) },
    fc.record({ row: business, nth: fc.nat(20) }).map(
      ({ row, nth }) =>
        () =>
          pool.query(
            `UPDATE businesses SET name = $1, city = $2, status = $3, latitude = $4,
               created_at = $5, removed_at = $6
             WHERE number = (SELECT number FROM businesses ORDER BY number OFFSET $7 LIMIT 1)`,
            [
              ...[row.name, row.city, row.status, row.latitude, row.created_at, row.removed_at],
              nth,
            ],
          ),
    ),
    fc.constant(() => pool.query(`UPDATE businesses SET phone = '+12185550100'`)),
    fc
      .nat(20)
      .map(
        (nth) => () =>
          pool.query(
            `DELETE FROM businesses WHERE number = (SELECT number FROM businesses ORDER BY number OFFSET $1 LIMIT 1)`,
            [nth],
          ),
      ),
  );

  it('returns what SQL would, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ make: change, then: fc.constantFrom('nothing', 'follow', 'restart') }),
          { maxLength: 12 },
        ),
        fc.array(list, { minLength: 6, maxLength: 6 }),
        async (changes, lists) => {
          for (const { make, then } of changes) {
            await make();
            if (then === 'nothing') continue;
            services.version.moved();
            await services.index.current();
            if (then === 'restart') await restart();
          }
          services.version.moved();
          for (const each of lists) await compare(each);
        },
      ),
      { numRuns: 60 },
    );
  }, 180_000);

  describe('a restart', () => {
    const total = async () => (await services.businesses.page(FIRST)).total;

    beforeEach(async () => {
      await insertBusiness(pool);
      services.version.moved();
    });

    it('takes the saved index of the same state', async () => {
      const before = await total();
      await restart();
      await unnoticed('UPDATE businesses SET removed_at = now()');
      expect(await total()).toBe(before);
      await unnoticed('UPDATE businesses SET removed_at = NULL');
    });

    it.each([
      ['of a changed directory', () => insertBusiness(pool)],
      [
        'of another epoch',
        () => unnoticed('UPDATE directory_version SET epoch = gen_random_uuid()'),
      ],
      [
        'of a database set back',
        () => unnoticed('UPDATE directory_version SET changed_at = now()'),
      ],
      ['that was cut off', () => truncate(file(), 1_000)],
      ['whose header was cut off', () => truncate(file(), 2)],
      ['of another format', () => writeFile(file(), 'This is not an index of a directory.')],
      ['that is missing', () => rm(file())],
    ])('reads the database instead of an index %s', async (_, make) => {
      await total();
      await restart();
      await make();
      await unnoticed(`UPDATE businesses SET removed_at = now(), status = 'closed'`);
      expect(await total()).toBe(0);
      await unnoticed(`UPDATE businesses SET removed_at = NULL, status = 'open'`);
    });

    it('leaves no incomplete file behind, not even of a killed process', async () => {
      await total();
      await rm(file(), { force: true });
      await mkdir(file());
      const abandoned = `${file()}.0badcafe.part`;
      const written = `${file()}.5afe5afe.part`;
      for (const part of [abandoned, written]) await writeFile(part, '');
      await utimes(abandoned, 0, Date.now() / 1_000 - 61);
      await services.index.onApplicationShutdown();
      expect((await readdir(inFolder())).sort()).toEqual(['directory-index', basename(written)]);
      for (const path of [file(), written]) await rm(path, { recursive: true });
    });
  });

  describe('a scan', () => {
    /** Makes a change and brings the index to it. */
    const move = async () => {
      await insertBusiness(pool, { name: 'Loon' });
      services.version.moved();
      await services.index.current();
    };
    /** Runs a scan that goes on until as many changes as `disturbances` have disturbed it. */
    const disturbed = async (disturbances: number) => {
      await services.index.current();
      const versions: string[] = [];
      let done = 0;
      const scanned = services.index.run(function* ({ version }) {
        const runs = versions.push(version);
        if (runs <= disturbances) void move().then(() => done++);
        while (runs <= disturbances && done < runs) yield;
        // Longer than a slice.
        for (const end = performance.now() + 10; performance.now() < end;) yield;
        return version;
      });
      return { versions, result: await scanned };
    };

    it('starts over if the directory changes', async () => {
      const { versions, result } = await disturbed(2);
      expect(new Set(versions).size).toBe(3);
      expect(result).toBe(versions[2]);
    });

    it('is not disturbed a third time', async () => {
      await services.index.current();
      const versions: string[] = [];
      let turns = 0;
      const scanned = services.index.run(function* ({ version }) {
        const runs = versions.push(version);
        const before = turns;
        if (runs < 3) {
          void move();
          for (;;) yield;
        }
        setImmediate(() => turns++);
        for (const end = performance.now() + 10; performance.now() < end;) yield;
        return turns - before;
      });
      expect(await scanned).toBe(0);
    });
  });

  it('reads a change once, however many callers wait for it', async () => {
    await services.index.current();
    await insertBusiness(pool, { name: 'Heron' });
    services.version.moved();
    const reading = jest.spyOn(served.database.reads, 'inOneState');
    await Promise.all(Array.from({ length: 20 }, () => services.index.current()));
    expect(reading).toHaveBeenCalledTimes(1);
    reading.mockRestore();
  });

  it('reads a change that arrives while an update is under way', async () => {
    await services.index.current();
    await insertBusiness(pool, { name: 'Heron' });
    services.version.moved();
    const { reads } = served.database;
    const inOneState = reads.inOneState.bind(reads);
    let late = Promise.resolve();
    let version = '';
    const reading = jest.spyOn(reads, 'inOneState').mockImplementationOnce(async (work) => {
      const result = await inOneState(work);
      // The update has read the database, but has not ended.
      await insertBusiness(pool, { name: 'Grebe' });
      services.version.moved();
      version = await services.version.current();
      late = services.index.follow(version);
      return result;
    });
    await services.index.current();
    await late;
    const held = await services.index.run(function* (directory) {
      yield;
      return directory.version;
    });
    expect(held).toBe(version);
    reading.mockRestore();
  });

  it('is loaded again after the table was emptied', async () => {
    await pool.query('TRUNCATE businesses CASCADE');
    services.version.moved();
    const total = async () => {
      services.version.moved();
      return (await services.businesses.page(FIRST)).total;
    };
    expect(await total()).toBe(0);
    await insertBusiness(pool, { name: 'Heron' });
    expect(await total()).toBe(1);
  });

  async function compare(each: typeof list extends fc.Arbitrary<infer T> ? T : never) {
    const { criteria, status, isForCopies, sort, page, limit } = each;
    const since = new Date('2026-01-01');
    const asked = Object.assign({}, ...criteria.map(([one]) => one)) as BusinessCriteria;
    const found = await services.businesses.list({
      ...asked,
      ...({ status, sort, page, limit, point: HERE } as const),
      ...(isForCopies && { updatedSince: since }),
    });
    // Of criteria that set the same field, the last one counts.
    const conditions = criteria
      .filter(([one]) => Object.entries(one).every(([name, value]) => asked[name as 'q'] === value))
      .map(([, sql]) => `coalesce(${sql}, false)`);
    const hasStatus = status === 'any' ? 'true' : `status = '${status}'`;
    const where = [
      isForCopies
        ? `(removed_at IS NOT NULL OR ${hasStatus})`
        : `removed_at IS NULL AND ${hasStatus}`,
      ...conditions,
    ].join(' AND ');
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM businesses WHERE ${where} ORDER BY ${ORDERS[sort]}`,
    );
    expect({ total: found.total, ids: found.items.map(({ id }) => id) }).toEqual({
      total: rows.length,
      ids: rows.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    });
  }
});
