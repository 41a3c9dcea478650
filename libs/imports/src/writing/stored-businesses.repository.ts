import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { identifierIn } from '#libs/businesses/src/record/identifiers.js';
import { type StoredRecord, toBusiness } from '#libs/businesses/src/record/stored-record.js';
import { normalizedCity, placeSlug } from '#libs/geography/src/place-names.js';
import { postalCodesOf } from '#libs/geography/src/postal-codes.js';
import {
  BEGINNING,
  type Candidate,
  identitiesOf,
  MAX_NEIGHBORS,
  uniqueIdentifiersOf,
} from './candidate.js';
import { haveTwoZips, houseNumber } from './similarity.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

const SELECTED = COLUMNS.map(([column, type, property]) =>
  type === 'date'
    ? `to_char(b.${column}, 'YYYY-MM-DD') AS "${property}"`
    : `b.${column} AS "${property}"`,
).join(', ');

const DESCRIBED = `SELECT ${SELECTED}, b.removed_at IS NOT NULL AS "isRemoved", b.revision,
  (SELECT into_id FROM merged_businesses WHERE id = b.id) AS "mergedInto",
  ARRAY(SELECT c.name FROM business_categories bc JOIN categories c ON c.id = bc.category_id
        WHERE bc.business_id = b.id ORDER BY c.name) AS categories`;
const BUSINESSES = `${DESCRIBED} FROM businesses b`;

/** Maximum number of similarly named businesses compared per place. */
const MAX_ALIKE = 20;
/** Maximum number of namesakes compared per city. With more, none can be told apart. */
const MAX_NAMESAKES = 20;

/**
 * Maximum number of businesses compared per house number. More are found only by similar beginnings
 * of their names.
 */
const MAX_HOUSEMATES = 100;

/** ZIP code of a business; empty if it has none. */
const AREA = "COALESCE(postal_code, '')";

/** SQL of `houseNumber`; empty if there is none. */
const HOUSE_NUMBER = "COALESCE(substring(street FROM '^[0-9]+'), '')";

/** Search area for businesses near a row with the same or a similar name. */
interface Place {
  /** ZIP code, or a city's slug. */
  area: string;
  beginning: string;
  /** Normalized name. */
  name: string;
  /** House number as in `HOUSE_NUMBER`; null if the row has no street, which matches any number. */
  number: string | null;
}

/**
 * Finds stored businesses that the rows of a batch may describe: businesses of known rows,
 * businesses with the same identity or identifiers, and for the other rows, namesakes in the same
 * city, businesses with similar names in the same ZIP code (or city, if the row has no ZIP code)
 * without a conflicting house number, and any with the same house number or phone number there. Adds
 * the businesses that any of these were merged into. Oldest first.
 *
 * @param owners business ids of known rows
 */
export async function findStored(
  client: Statements,
  candidates: readonly Candidate[],
  owners: ReadonlyMap<Candidate, string>,
): Promise<StoredBusiness[]> {
  const identified = await withAny(client, 'match_key', candidates.flatMap(identitiesOf));
  const ids = new Set(identified.map(({ id }) => id));
  const owned = await withIds(
    client,
    [...owners.values()].filter((id) => !ids.has(id)),
  );
  const registered = await withIdentifiers(client, candidates);
  const exact = [...identified, ...owned, ...registered];
  const found = new Map(exact.map((business) => [business.matchKey, business]));
  const isFound = (candidate: Candidate) =>
    identitiesOf(candidate).some((identity) => {
      const business = found.get(identity);
      return business && !haveTwoZips(business, candidate.row);
    });
  const unknown = candidates.filter((candidate) => !owners.has(candidate) && !isFound(candidate));
  const alike = [
    ...(await namesakesOf(client, unknown)),
    ...(await neighborsOf(client, unknown)),
    ...(await withHouseNumbers(client, unknown)),
    ...(await withPhones(client, unknown)),
  ];
  const named = [...alike, ...exact];
  const merged = await withIds(
    client,
    named.flatMap(({ mergedInto }) => mergedInto ?? []),
  );
  const unique = new Map([...named, ...merged].map((business) => [business.id, business]));
  return [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Finds stored businesses that a row may describe, even if an import would not merge it into them:
 * in addition to `findStored`, businesses anywhere with the row's phone number and, for a row without
 * a place, namesakes anywhere.
 */
export async function findAlike(
  client: Statements,
  candidates: readonly Candidate[],
): Promise<StoredBusiness[]> {
  const placeless = candidates.filter(({ row }) => !row.city && !row.postalCode);
  const found = [
    ...(await findStored(client, candidates, new Map())),
    ...(await withPhonesAnywhere(client, candidates)),
    ...(await withBeginningOfIdentity(
      client,
      placeless.map(({ nameKey }) => `${nameKey}|`),
    )),
  ];
  return [...new Map(found.map((business) => [business.id, business])).values()];
}

/** Returns the records of businesses that are not removed, by id. */
export async function findRecords(
  client: Statements,
  ids: readonly string[],
): Promise<Map<string, BusinessDto>> {
  const { rows } = await client.query<{ id: string; record: StoredRecord }>(
    'SELECT id, record FROM businesses WHERE id = ANY($1) AND removed_at IS NULL',
    [ids],
  );
  return new Map(rows.map(({ id, record }) => [id, toBusiness(record)]));
}

/**
 * Runs a query for each wanted row.
 *
 * @param columns columns of `wanted` in the query
 */
async function findEach(
  client: Statements,
  columns: readonly string[],
  wanted: readonly (readonly (string | null)[])[],
  query: string,
): Promise<StoredBusiness[]> {
  if (wanted.length === 0) return [];
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const { rows } = await client.query<StoredBusiness>(
    `SELECT found.* FROM unnest(${arrays}) AS wanted(${columns.join(', ')}),
     LATERAL (${query}) AS found`,
    columns.map((_, index) => wanted.map((values) => values[index])),
  );
  return rows;
}

function withPhonesAnywhere(client: Statements, candidates: readonly Candidate[]) {
  const phones = new Set(candidates.flatMap(({ row }) => row.phone ?? []));
  const wanted = Array.from(phones, (phone) => [phone]);
  const query = `${BUSINESSES} WHERE b.phone = wanted.phone LIMIT ${MAX_NAMESAKES}`;
  return findEach(client, ['phone'], wanted, query);
}

function withIdentifiers(client: Statements, candidates: readonly Candidate[]) {
  const identifiers = new Set(candidates.flatMap(({ row }) => uniqueIdentifiersOf(row)));
  const wanted = Array.from(identifiers, (text) => [JSON.stringify([identifierIn(text)])]);
  const query = `${BUSINESSES} WHERE b.identifiers @> wanted.identifier::jsonb
    LIMIT ${MAX_NAMESAKES}`;
  return findEach(client, ['identifier'], wanted, query);
}

/** Finds businesses in the row's areas with its phone number. */
function withPhones(client: Statements, candidates: readonly Candidate[]) {
  const wanted = candidates.flatMap(({ row }) =>
    row.phone ? areasOf(row).map((area) => [area, row.phone]) : [],
  );
  const query = `${BUSINESSES} WHERE b.phone = wanted.phone AND ${AREA} = wanted.area
    LIMIT ${MAX_NAMESAKES}`;
  return findEach(client, ['area', 'phone'], wanted, query);
}

/** Finds businesses in the row's areas with its house number, most similar names first. */
function withHouseNumbers(client: Statements, candidates: readonly Candidate[]) {
  const wanted = candidates.flatMap(({ row, nameKey }) => {
    const number = row.street && houseNumber(row.street);
    return number ? areasOf(row).map((area) => [area, number, nameKey]) : [];
  });
  const query = `${DESCRIBED} FROM (SELECT * FROM businesses
      WHERE ${AREA} = wanted.area AND ${HOUSE_NUMBER} = wanted.number LIMIT ${MAX_HOUSEMATES}) AS b
    ORDER BY similarity(b.name_key, wanted.name) DESC LIMIT ${MAX_ALIKE}`;
  return findEach(client, ['area', 'number', 'name'], wanted, query);
}

/**
 * Returns the areas in which a row may be: its ZIP code, or those of its city, and the area of
 * businesses without a ZIP code.
 */
function areasOf({ postalCode, city }: Candidate['row']): string[] {
  return ['', ...(postalCode ? [postalCode] : postalCodesOf(city))];
}

export function withIds(client: Statements, ids: readonly string[]): Promise<StoredBusiness[]> {
  return withAny(client, 'id', ids);
}

async function withAny(
  client: Statements,
  column: 'id' | 'match_key',
  values: readonly string[],
): Promise<StoredBusiness[]> {
  if (values.length === 0) return [];
  const { rows } = await client.query<StoredBusiness>(`${BUSINESSES} WHERE b.${column} = ANY($1)`, [
    [...new Set(values)],
  ]);
  return rows;
}

/** Finds namesakes in the same city by identity prefix, which uses the identity's index. */
function namesakesOf(client: Statements, candidates: readonly Candidate[]) {
  const beginnings = candidates.flatMap(({ nameKey, row }) =>
    row.city ? [`${nameKey}|${normalizedCity(row.city)}|`] : [],
  );
  return withBeginningOfIdentity(client, beginnings);
}

function withBeginningOfIdentity(client: Statements, beginnings: readonly string[]) {
  const wanted = Array.from(new Set(beginnings), (beginning) => [beginning]);
  const query = `${BUSINESSES}
    WHERE b.match_key >= wanted.beginning AND b.match_key < wanted.beginning || '~'
    LIMIT ${MAX_NAMESAKES}`;
  return findEach(client, ['beginning'], wanted, query);
}

async function neighborsOf(
  client: Statements,
  candidates: readonly Candidate[],
): Promise<StoredBusiness[]> {
  const addresses: Place[] = [];
  const postalCodes: Place[] = [];
  const cities: Place[] = [];
  for (const { row, nameKey, beginning } of candidates) {
    const { postalCode, city } = row;
    const area = postalCode ?? (city && placeSlug(city));
    if (!beginning || !area) continue;
    const number = row.street === null ? null : (houseNumber(row.street) ?? '');
    for (const letters of spellingsOf(beginning, nameKey)) {
      const place = { area, beginning: letters, name: nameKey, number };
      if (postalCode === null) cities.push(place);
      else if (number === null) postalCodes.push(place);
      else addresses.push(place, { ...place, number: '' });
    }
  }
  return [
    // The index covers the house number, so PostgreSQL reads no other addresses.
    ...(await withBeginning(client, 'postal_code', addresses, `${HOUSE_NUMBER} = wanted.number`)),
    ...(await withBeginning(client, 'postal_code', postalCodes)),
    ...(await withBeginning(client, 'city_slug', cities)),
  ];
}

/**
 * Returns possible prefixes of `businesses.name_key`, which keeps articles and "and" but drops
 * "&".
 */
function spellingsOf(beginning: string, nameKey: string): string[] {
  return [...new Set([beginning, nameKey.slice(0, BEGINNING)])].flatMap((letters) => [
    letters,
    `the ${letters}`,
  ]);
}

function withBeginning(
  client: Statements,
  column: 'postal_code' | 'city_slug',
  places: readonly Place[],
  condition = 'true',
) {
  const wanted = new Map(
    places.map(({ area, beginning, name, number }) => {
      const values = [area, beginning, name, number];
      return [JSON.stringify(values), values];
    }),
  );
  const query = `${DESCRIBED} FROM (SELECT * FROM businesses
      WHERE ${column} = wanted.area
        AND name_key >= wanted.beginning AND name_key < wanted.beginning || '~' AND ${condition}
      LIMIT ${MAX_NEIGHBORS}) AS b
    WHERE wanted.number IS NULL OR ${HOUSE_NUMBER} IN ('', wanted.number)
    ORDER BY starts_with(b.match_key, wanted.name || '|') DESC LIMIT ${MAX_ALIKE}`;
  return findEach(client, ['area', 'beginning', 'name', 'number'], [...wanted.values()], query);
}

/**
 * Returns slugs in use, including former slugs. Those still redirect to their business, so no
 * other business gets them.
 */
export async function slugsInUse(
  client: Statements,
  slugs: string[],
): Promise<{ slug: string; id: string }[]> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    `SELECT slug, business_id AS id FROM former_slugs WHERE slug = ANY($1)
     UNION ALL SELECT slug, id FROM businesses WHERE slug = ANY($1)`,
    [slugs],
  );
  return rows;
}

/** Returns those of the identities that businesses have. */
export async function identitiesInUse(
  client: Statements,
  matchKeys: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT match_key AS key FROM businesses WHERE match_key = ANY($1)',
    [matchKeys],
  );
  return new Set(rows.map(({ key }) => key));
}
