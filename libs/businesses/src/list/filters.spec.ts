import type { Pool } from 'pg';
import { type BusinessColumns, insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import {
  readingServices,
  type ReadingServices,
} from '../../../../test/support/reading-services.ts';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { PlacesRepository } from '#libs/places/src/places.repository.js';
import { CategoryFilters } from '../categories/category-filters.service.js';
import { BoundingBox } from './bounding-box.decorator.js';
import { ListFilters } from './list-filters.service.js';

const ALL: BusinessCriteria = { page: 1, limit: 100, sort: 'name', status: 'open' };
const EARTH_METERS = 6_371_008.8;

/** Local midnight of Monday, November 2, 2026. */
const MONDAY = Date.parse('2026-11-02T00:00Z') / 60_000;

describe('a list of businesses', () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let services: ReadingServices;
  let filters: ListFilters;

  beforeAll(async () => {
    ({ pool } = served.database);
    services = readingServices(served.database);
    const { index } = services;
    filters = new ListFilters(
      new PlaceFilters(new PlacesRepository(served.database), index),
      new CategoryFilters(index),
    );
  });
  beforeEach(() => pool.query('DELETE FROM businesses'));

  const insert = (name: string, more: BusinessColumns = {}) =>
    insertBusiness(pool, { name, status: 'open', ...more });
  const found = async (criteria: Partial<BusinessCriteria>) => {
    services.version.moved();
    const { items } = await services.businesses.list(await filters.read({ ...ALL, ...criteria }));
    return items.map(({ name }) => name).sort();
  };

  it('finds businesses created or changed since a time, inclusive', async () => {
    const made = new Date('2026-11-01T00:00:00.500Z');
    await insert('One', { created_at: made });
    const { rows } = await pool.query<{ updated_at: Date }>('SELECT updated_at FROM businesses');
    const changed = rows[0]!.updated_at;
    const after = (time: Date) => new Date(time.getTime() + 1);
    expect(await found({ createdSince: made })).toEqual(['One']);
    expect(await found({ createdSince: after(made) })).toEqual([]);
    expect(await found({ updatedSince: changed })).toEqual(['One']);
    expect(await found({ updatedSince: after(changed) })).toEqual([]);
  });

  it.each([
    [200, 46.8],
    [60_000, 46.8],
    [400_000, 45],
    // Near a pole, the circle covers all longitudes.
    [200_000, 89.5],
    [60_000, -46.8],
  ])('finds exactly the businesses within %i m of a point at %d°', async (radius, latitude) => {
    const point = { latitude, longitude: -92.1 };
    const bearings = Array.from({ length: 16 }, (_, n) => (n * Math.PI) / 8);
    const names = bearings.map((_, n) => `Within ${String(n).padStart(2, '0')}`);
    for (const [n, bearing] of bearings.entries()) {
      await insert(names[n]!, destination(point, bearing, 0.999 * radius));
      await insert('Beyond', destination(point, bearing, 1.001 * radius));
    }
    await insert('Nowhere');
    expect(await found({ point, radius })).toEqual(names);
  });

  it.each<[string, unknown, Partial<BusinessCriteria>]>([
    ['name', 'Osprey Cycles', { q: 'osprey' }],
    ['name', 'Osprey Cycles', { initial: 'o' }],
    ['description', 'Tandems', { q: 'tandems' }],
    ['street', '1750 Harbor Lane', { q: 'harbor' }],
    ['city', 'Hibbing', { q: 'hibbing' }],
    ['city', 'Hibbing', { city: ['hibbing'] }],
    ['county', 'Cook', { county: ['cook'] }],
    ['county', 'Cook', { q: 'cook county' }],
    ['postal_code', '55401', { q: '55401' }],
    ['phone', '+12185550199', { q: '218-555-0199' }],
    ['hours', [{ day: 'monday', opens: '00:00', closes: '01:00' }], { openAt: MONDAY }],
    [
      'special_hours',
      [{ date: '2026-11-02', closed: false, hours: [{ opens: '00:00', closes: '01:00' }] }],
      { openAt: MONDAY },
    ],
    ['latitude', 44.5, { bbox: new BoundingBox(-94, 44, -93, 45) }],
  ])('finds a business by its current %s %j, and not after that changes', async (...of) => {
    const [column, value, criteria] = of;
    await insert('Kestrel', { latitude: 46, longitude: -93.5, precision: 'exact' });
    await insert('Osprey', { city: 'Winona' });
    const set = async (to: unknown) => {
      const text = typeof to === 'object' ? JSON.stringify(to) : to;
      await pool.query(`UPDATE businesses SET ${column} = $1 WHERE name <> 'Osprey'`, [text]);
    };
    const { rows } = await pool.query<Record<string, unknown>>(
      `SELECT * FROM businesses WHERE name = 'Kestrel'`,
    );
    const before = await found(criteria);
    await set(value);
    expect(await found(criteria)).toHaveLength(before.length + 1);
    await set(rows[0]![column]);
    expect(await found(criteria)).toEqual(before);
  });

  it('does not correct a search to a word that no business has anymore', async () => {
    const corrected = async () => {
      services.version.moved();
      return (await services.businesses.list({ ...ALL, q: 'zanzbar' })).corrected;
    };
    await insert('Zanzibar Cycles');
    expect(await corrected()).toBe('zanzibar');
    await pool.query(`UPDATE businesses SET name = 'Osprey Cycles'`);
    expect(await corrected()).toBeNull();
    await pool.query(`UPDATE businesses SET name = 'Zanzibar Cycles'`);
    expect(await corrected()).toBe('zanzibar');
    await pool.query('UPDATE businesses SET removed_at = now()');
    expect(await corrected()).toBeNull();
    await pool.query('UPDATE businesses SET removed_at = NULL');
    expect(await corrected()).toBe('zanzibar');
  });

  it('assigns increasing update times even if the clock was ahead', async () => {
    const { database } = served;
    await pool.query(`UPDATE directory_version SET changed_at = now() + interval '1 hour'`);
    const [before] = await database.directoryVersion.findMany();
    await insert('One', { created_at: new Date(Date.now() + 7_200_000) });
    await insert('Two');
    const stamped = await database.business.findMany({ orderBy: { number: 'asc' } });
    const [one, two] = stamped as [(typeof stamped)[0], (typeof stamped)[0]];
    expect(one.updatedAt.getTime()).toBe(before!.changedAt.getTime() + 1);
    expect(two.updatedAt.getTime()).toBeGreaterThan(one.updatedAt.getTime());
    // No business is created after its last update.
    expect(one.createdAt).toEqual(one.updatedAt);
    const [after] = await database.directoryVersion.findMany();
    expect(after!.version).toBeGreaterThan(before!.version);
    await pool.query('UPDATE directory_version SET changed_at = now()');
  });
});

/** Returns the destination after a distance in a direction on a sphere. */
function destination(
  { latitude, longitude }: { latitude: number; longitude: number },
  bearing: number,
  meters: number,
) {
  const degree = Math.PI / 180;
  const from = latitude * degree;
  const angle = meters / EARTH_METERS;
  const to = Math.asin(
    Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing),
  );
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return {
    latitude: to / degree,
    longitude: longitude + east / degree,
    precision: 'exact',
  };
}
