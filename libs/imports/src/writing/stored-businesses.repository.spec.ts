import type { Pool } from 'pg';
import { cleanRow } from '../../../../test/support/clean-row.ts';
import { insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { RawRecord } from '../columns/fields.js';
import { identityOf, toCandidate } from './candidate.js';
import { findStored } from './stored-businesses.repository.js';

const AT = { street: '12 Main St', city: 'Ely', postalCode: '55731' };

describe(findStored.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;

  beforeAll(() => {
    ({ pool } = served.database);
  });
  beforeEach(() => pool.query('DELETE FROM businesses'));

  const store = (raw: RawRecord) => {
    const row = cleanRow(raw);
    return insertBusiness(pool, {
      name: row.name,
      street: row.street,
      city: row.city,
      postal_code: row.postalCode,
      match_key: identityOf(row),
    });
  };
  const find = async (raw: RawRecord) => {
    const client = await pool.connect();
    const stored = await findStored(
      client,
      [toCandidate({ row: cleanRow(raw), line: 2 })],
      new Map(),
    );
    client.release();
    return stored;
  };
  /** Returns the names of businesses that the row may describe. */
  const found = async (raw: RawRecord) => (await find(raw)).map(({ name }) => name);

  it.each([
    ['The Loon Cafe & Grill', 'Loon Cafe and Grill'],
    ['B & B Motel', 'B and B Motel'],
    ['3M', '3M Co.'],
    ["D'Amico Kitchen", 'The DAmico Kitchen, Inc'],
    ['KinderCare', 'Kinder Care'],
    ['The KinderCare', 'Kinder Care'],
  ])('finds %s for %s and vice versa in one ZIP code, under any city name', async (a, b) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      await pool.query('DELETE FROM businesses');
      await store({ ...AT, name: one });
      expect(await found({ ...AT, name: other, city: 'Winton' })).toEqual([one]);
    }
  });

  it.each([
    ['at the same number', '12 Oak Ave', true],
    ['at another number', '121 Main St', false],
    ['on a street without a number', 'Main St', true],
    ['without a street', undefined, true],
  ])('compares similar names in a ZIP code %s: %s', async (_, street, isFound) => {
    await store({ ...AT, name: 'Loon Lake Cafe', street });
    expect(await found({ ...AT, name: 'Loon Grill' })).toEqual(isFound ? ['Loon Lake Cafe'] : []);
  });

  it('compares every house number for a row without a street', async () => {
    await store({ ...AT, name: 'Loon Lake Cafe' });
    expect(await found({ ...AT, name: 'Loon Grill', street: undefined })).toEqual([
      'Loon Lake Cafe',
    ]);
  });

  it.each([
    ['12 Oak Ave', true],
    ['7 Main St', false],
  ])('searches the city if a row has no ZIP code: %s', async (street, isFound) => {
    await store({ ...AT, name: 'Loon Lake Cafe', street });
    expect(await found({ ...AT, name: 'Loon Grill', postalCode: undefined })).toEqual(
      isFound ? ['Loon Lake Cafe'] : [],
    );
  });

  it('finds a namesake in another ZIP code of the city, but not in another city', async () => {
    await store({ ...AT, name: 'Loon Cafe', postalCode: '55790' });
    await store({ ...AT, name: 'Loon Cafe', city: 'Duluth', postalCode: '55802' });
    const stored = await find({ ...AT, name: 'Loon Cafe', street: '99 Oak Ave' });
    expect(stored.map(({ postalCode }) => postalCode)).toEqual(['55790']);
  });

  it('compares a row with another ZIP code than its identity has with namesakes', async () => {
    await store({ ...AT, name: 'Loon Cafe' });
    await store({ ...AT, name: 'Loon Cafe', street: '12 Main Street W', postalCode: '55790' });
    const stored = await find({ ...AT, name: 'Loon Cafe', postalCode: '55790' });
    expect(stored.map(({ postalCode }) => postalCode)).toEqual(['55731', '55790']);
  });

  it('finds a namesake among many names with the same beginning', async () => {
    for (let number = 0; number < 30; number++) {
      await store({ ...AT, name: `Loon Lake Cabin ${number}`, street: undefined });
    }
    await store({ ...AT, name: 'Loon Lake Store', street: undefined, city: 'Winton' });
    expect(await found({ ...AT, name: 'Loon Lake Store' })).toContain('Loon Lake Store');
  });
});
