import fc from 'fast-check';
import type { Pool } from 'pg';
import { onEachDatabase } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

const CATEGORIES = ['a', 'b', 'c'];
const CITIES = ['Saint Paul', 'St. Paul', 'Duluth', 'Ely', null];
const STATUSES = ['open', 'closed', 'temporarily_closed'];

/** Search terms and the names and cities they match. */
const MEANINGS: Record<string, RegExp> = {
  loon: /l[oö]on/i,
  her: /heron/i,
  hreon: /heron/i,
  owl: /owl/i,
  'st paul': /(?:saint|st\.) paul/i,
  zzz: /(?!)/,
};

/** Few distinct values, so that sort keys and filters are often equal. */
const business = fc.record({
  name: fc.constantFrom('Loon', 'loon', 'Löon', 'Heron', 'Heron Bar', 'Owl & Sons', '!', 'Ål'),
  city: fc.constantFrom(...CITIES),
  status: fc.constantFrom(...STATUSES),
  categories: fc.subarray(CATEGORIES),
  latitude: fc.constantFrom(44.95, 44.96, 46.78, null),
  longitude: fc.constantFrom(-93.1, -92.1),
  removed_at: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
  created_at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
});

const query = fc.record(
  {
    q: fc.constantFrom(...Object.keys(MEANINGS)),
    category: fc.constantFrom('a', 'b,c'),
    city: fc.constantFrom('saint-paul', 'Duluth,Ely'),
    status: fc.constantFrom('any', 'closed', 'open'),
    bbox: fc.constant('-93.2,44.9,-93.0,45.0'),
    createdSince: fc.constant('2026-01-15T00:00:00Z'),
    updatedSince: fc.constant('2026-01-01T00:00:00Z'),
    point: fc.constant('latitude=44.95&longitude=-93.1&radius=60000'),
    sort: fc.constantFrom('name', 'newest', 'updated'),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: ['limit'] },
);

onEachDatabase('reading all pages', (create) => {
  const { pool, api, admin } = useDirectory({}, create);

  beforeAll(async () => {
    for (const slug of CATEGORIES) await insertCategory(pool, slug, slug.toUpperCase());
  });

  const list = async (parameters: string) => {
    const { status, body } = await api(`businesses?${parameters}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };

  it('returns each match once, in one order, with the right total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(business, { minLength: 0, maxLength: 25 }),
        fc.array(query, { minLength: 4, maxLength: 4 }),
        async (businesses, queries) => {
          await pool.query('TRUNCATE businesses CASCADE');
          // Corrections and prefixes rely on the words of businesses that are not removed.
          await insertBusiness(pool, { name: 'Heron, Loon & Owl', city: 'St. Paul' });
          for (const columns of businesses) await insertBusiness(pool, columns);
          // The version is cached for half a second; the list for admins rereads it.
          await admin('GET', 'businesses?limit=1');
          for (const { point, limit, ...rest } of queries) {
            const filters = [new URLSearchParams(rest).toString(), point].filter(Boolean).join('&');
            const { data: whole, pagination } = await list(`${filters}&limit=100`);
            expect(whole).toHaveLength(pagination.total);

            const walked: { id: string }[] = [];
            const { totalPages } = (await list(`${filters}&limit=${limit}`)).pagination;
            expect(totalPages).toBe(Math.ceil(pagination.total / limit));
            for (let page = 1; page <= totalPages; page++) {
              walked.push(...(await list(`${filters}&limit=${limit}&page=${page}`)).data);
            }
            expect(walked).toEqual(whole);
            expect(new Set(walked.map(({ id }) => id)).size).toBe(walked.length);
            expect(walked.map(({ id }) => id).sort()).toEqual(
              (await expectedIds(pool, rest, point !== undefined)).sort(),
            );
          }
        },
      ),
      { numRuns: 6, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false },
    );
  });
});

/** Returns the ids that match, computed from the parameters in the simplest way. */
async function expectedIds(
  pool: Pool,
  parameters: Record<string, string | undefined>,
  near: boolean,
): Promise<string[]> {
  const { q, status = 'open', category, city, bbox, createdSince, updatedSince } = parameters;
  const { rows } = await pool.query('SELECT * FROM businesses');
  const found = rows.filter((row) => {
    if (row.removed_at ? !updatedSince : status !== 'any' && row.status !== status) return false;
    const categories = category?.split(',');
    if (categories && !row.category_slugs.some((slug: string) => categories.includes(slug))) {
      return false;
    }
    const place = row.city?.replace('St.', 'Saint').toLowerCase().replace(' ', '-');
    if (city && !city.toLowerCase().split(',').includes(place)) return false;
    if ((bbox || near) && !(row.latitude < 45 && row.latitude !== null)) return false;
    if (bbox && row.longitude > -93) return false;
    if (near && row.longitude > -93) return false;
    return !createdSince || row.created_at >= new Date(createdSince);
  });
  const meant = q === undefined ? /(?:)/ : MEANINGS[q]!;
  return found.filter(({ name, city }) => meant.test(`${name} ${city}`)).map(({ id }) => id);
}
