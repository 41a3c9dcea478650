import type { PoolClient } from 'pg';
import { normalisedCity } from '#libs/geography/src/place-names.js';
import { type Candidate, MAX_NEIGHBOURS, type Neighbourhood } from './candidate.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

const SELECTED = COLUMNS.map(([column, type, property]) =>
  type === 'date'
    ? `to_char(b.${column}, 'YYYY-MM-DD') AS "${property}"`
    : `b.${column} AS "${property}"`,
).join(', ');

const DESCRIBED = `SELECT ${SELECTED}, b.removed_at IS NOT NULL AS "isRemoved", b.revision,
  ARRAY(SELECT c.name FROM business_categories bc JOIN categories c ON c.id = bc.category_id
        WHERE bc.business_id = b.id ORDER BY c.name) AS categories`;
const BUSINESSES = `${DESCRIBED} FROM businesses b`;

/** More neighbours that may stand at one place are not compared. */
const MAX_ALIKE = 20;
/** More namesakes than this in one city or ZIP tell nothing of which is which. */
const MAX_NAMESAKES = 20;

/**
 * The businesses that the directory has of those that a batch may mean: those whose rows are known,
 * those under the same identity, and for other rows those of the same name in the same city or ZIP,
 * or of one that begins alike in the same ZIP (or the same city, where a row has no ZIP) and has no
 * other house number; oldest first.
 *
 * @param owners the ids of businesses whose rows are known
 */
export async function findStored(
  client: PoolClient,
  candidates: readonly Candidate[],
  owners: ReadonlyMap<Candidate, string>,
): Promise<StoredBusiness[]> {
  const keys = candidates.flatMap(({ matchKey, row }) => [
    matchKey,
    ...(row.postalCode ? [`${matchKey}|${row.postalCode}`] : []),
  ]);
  const identified = await withIdentity(client, [...new Set(keys)]);
  const ids = new Set(identified.map(({ id }) => id));
  const owned = await withIds(
    client,
    [...new Set(owners.values())].filter((id) => !ids.has(id)),
  );
  const exact = [...identified, ...owned];
  const found = new Set(exact.map(({ matchKey }) => matchKey));
  const unknown = candidates.filter(
    (candidate) => !owners.has(candidate) && !found.has(candidate.matchKey),
  );
  const namesakes = (await namesakesOf(client, unknown)).filter((b) => !found.has(b.matchKey));
  const neighbours = (await neighboursOf(client, unknown)).filter((b) => !found.has(b.matchKey));
  const unique = new Map([...namesakes, ...neighbours].map((business) => [business.id, business]));
  return [...exact, ...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function withIdentity(client: PoolClient, matchKeys: string[]): Promise<StoredBusiness[]> {
  const { rows } = await client.query<StoredBusiness>(`${BUSINESSES} WHERE b.match_key = ANY($1)`, [
    matchKeys,
  ]);
  return rows;
}

export async function withIds(
  client: PoolClient,
  ids: readonly string[],
): Promise<StoredBusiness[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<StoredBusiness>(`${BUSINESSES} WHERE b.id = ANY($1)`, [ids]);
  return rows;
}

/** An identity begins with the name, so its index finds namesakes too. */
async function namesakesOf(
  client: PoolClient,
  candidates: readonly Candidate[],
): Promise<StoredBusiness[]> {
  if (candidates.length === 0) return [];
  const { rows } = await client.query<StoredBusiness>(
    `SELECT found.* FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted(name, city, zip),
     LATERAL (${BUSINESSES}
       WHERE b.match_key >= wanted.name || '|' AND b.match_key < wanted.name || '}'
         AND (b.postal_code = wanted.zip
              OR starts_with(b.match_key, wanted.name || '|' || wanted.city || '|'))
       LIMIT ${MAX_NAMESAKES}) AS found`,
    [
      candidates.map(({ nameKey }) => nameKey),
      candidates.map(({ row }) => row.city && normalisedCity(row.city)),
      candidates.map(({ row }) => row.postalCode),
    ],
  );
  return rows;
}

async function neighboursOf(
  client: PoolClient,
  candidates: readonly Candidate[],
): Promise<StoredBusiness[]> {
  const places = candidates.map(({ row, neighbourhood }) => ({
    ...neighbourhood,
    street: row.street,
  }));
  const named = places.filter(
    ({ beginning, postalCode, city }) => beginning && (postalCode || city),
  );
  if (named.length === 0) return [];
  const wanted = [...new Map(named.map((place) => [JSON.stringify(place), place])).values()];
  const [byPostalCode, byCity] = [
    wanted.filter(({ postalCode }) => postalCode !== null),
    wanted.filter(({ postalCode }) => postalCode === null),
  ];
  return [
    ...(await withBeginning(client, 'postal_code', byPostalCode)),
    ...(await withBeginning(client, 'city_slug', byCity)),
  ];
}

async function withBeginning(
  client: PoolClient,
  column: 'postal_code' | 'city_slug',
  places: readonly (Neighbourhood & { street: string | null })[],
): Promise<StoredBusiness[]> {
  if (places.length === 0) return [];
  const { rows } = await client.query<StoredBusiness>(
    `SELECT found.* FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted(area, beginning, street),
     LATERAL (${DESCRIBED} FROM (SELECT * FROM businesses
         WHERE ${column} = wanted.area
           AND name_key >= wanted.beginning AND name_key < wanted.beginning || '~'
         LIMIT ${MAX_NEIGHBOURS}) AS b
       WHERE b.street IS NULL OR wanted.street IS NULL
         OR substring(b.street FROM '^\\d+') = substring(wanted.street FROM '^\\d+')
       LIMIT ${MAX_ALIKE}) AS found`,
    [
      places.map(({ postalCode, city }) => postalCode ?? city),
      places.map(({ beginning }) => beginning),
      places.map(({ street }) => street),
    ],
  );
  return rows;
}
