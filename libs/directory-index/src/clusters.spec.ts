import type { MapView } from './clusters.js';
import type { BusinessCriteria } from './criteria.js';
import { insertBusiness } from '../../../test/support/directory.ts';
import { useReadingServices } from '../../../test/support/reading-services.ts';

const ALL: BusinessCriteria = { page: 1, limit: 3, sort: 'name', status: 'open' };
const STATE: MapView = { west: -97.3, south: 43.4, east: -89.4, north: 49.5, zoom: 6 };
const DULUTH: MapView = { west: -92.2, south: 46.7, east: -92.0, north: 46.9, zoom: 12 };
const WORLD: MapView = { west: -180, south: -90, east: 180, north: 90, zoom: 3 };

describe('map clusters', () => {
  const directory = useReadingServices();

  const clusters = (view: MapView, criteria: Partial<BusinessCriteria> = {}) => {
    directory.services.version.moved();
    return directory.services.businesses.clusters({ ...ALL, ...criteria }, view);
  };
  const add = (name: string, latitude: number | null, longitude: number | null) =>
    insertBusiness(directory.pool, { name, latitude, longitude });
  const numberOf = async (name: string) => {
    const statement = 'SELECT number FROM businesses WHERE name = $1';
    return (await directory.pool.query<{ number: number }>(statement, [name])).rows[0]!.number;
  };

  it('are empty for an empty directory', async () => {
    expect(await clusters(STATE)).toMatchObject({ total: 0, inView: 0, clusters: [] });
  });

  describe('with some businesses', () => {
    beforeAll(async () => {
      await add('Saint Paul', 44.9446, -93.0936);
      await add('Minneapolis', 44.9772, -93.2655);
      await add('Ely', 47.9032, -91.8671);
      for (const name of ['Twin A', 'Twin B', 'Twin C', 'Twin D', 'Twin E']) {
        await add(name, 46.7867, -92.1005);
      }
      await add('Hill', 46.8123, -92.1456);
      await add('Fiji, east of the date line', -17.8, 179.9);
      await add('Fiji, west of the date line', -17.8, -179.9);
      await add('Nowhere', null, null);
      await directory.pool.query(`UPDATE businesses SET status = 'closed' WHERE name = 'Hill'`);
    });

    it.each([
      ['the state', STATE, 8],
      ['a city', DULUTH, 5],
      ['the world', WORLD, 10],
      ['a fractional zoom', { ...STATE, zoom: 6.7 }, 8],
    ])('add up to the number of businesses in view: %s', async (_, view, count) => {
      const found = await clusters(view);
      expect(found).toMatchObject({ total: 11, inView: count });
      expect(found.clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(count);
    });

    it('combine businesses that are close on the screen and split when zoomed in', async () => {
      const { clusters: far } = await clusters(STATE);
      expect(far.map(({ count }) => count)).toEqual([5, 2, 1]);
      const twinCities = far.find(({ count }) => count === 2)!;
      expect(twinCities.latitude).toBeCloseTo(44.961, 2);
      expect(twinCities.longitude).toBeCloseTo(-93.1796, 2);
      const { clusters: near } = await clusters({ ...twinCities, zoom: 12 });
      expect(near.map(({ count }) => count)).toEqual([1, 1]);
    });

    it('stay together at the same point at any zoom', async () => {
      const box = (await clusters(DULUTH)).clusters[0]!;
      const { inView, clusters: found } = await clusters({ ...box, zoom: 22 });
      expect(inView).toBe(5);
      expect(found).toHaveLength(1);
      expect(found[0]!.latitude).toBeCloseTo(46.7867, 6);
      expect(found[0]!.longitude).toBeCloseTo(-92.1005, 6);
    });

    it('name one of their businesses, and come with the first page of the list', async () => {
      const twins = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((n) => numberOf(`Twin ${n}`)));
      const first = await clusters(DULUTH);
      expect(first.clusters[0]!.number).toBe(Math.min(...twins));
      expect(first.numbers).toEqual(twins.slice(0, 3));
      expect((await clusters(DULUTH, { page: 2 })).numbers).toEqual(twins.slice(3));
    });

    it('have the bounding box of their businesses', async () => {
      expect((await clusters(WORLD)).clusters[0]).toMatchObject({
        count: 8,
        west: -93.2655,
        east: -91.8671,
        south: 44.9446,
        north: 47.9032,
      });
    });

    it('come with the nearest businesses if the list is sorted by distance', async () => {
      const point = { latitude: 47.9, longitude: -91.9 };
      const { numbers } = await clusters(STATE, { sort: 'distance', point, limit: 1 });
      expect(numbers).toEqual([await numberOf('Ely')]);
    });

    it('contain only matching businesses', async () => {
      expect(await clusters(STATE, { q: 'ely', sort: 'relevance' })).toMatchObject({
        total: 1,
        clusters: [{ count: 1 }],
      });
      expect((await clusters(DULUTH, { status: 'any' })).inView).toBe(6);
    });

    it('follow a business that moves or is removed', async () => {
      await directory.pool.query(
        `UPDATE businesses SET latitude = 44.9, longitude = -93.2 WHERE name = 'Twin E'`,
      );
      await directory.pool.query(`UPDATE businesses SET removed_at = now() WHERE name = 'Twin D'`);
      expect((await clusters(DULUTH)).inView).toBe(3);
      expect(await clusters(STATE)).toMatchObject({ total: 10, inView: 7 });
    });

    it('are limited to the center of a view that is too large', async () => {
      const { inView } = await clusters({ ...WORLD, zoom: 19 });
      expect(inView).toBe(0);
    });
  });

  /** Four cells of the grid meet at 0, 0. */
  describe('at the edges of cells', () => {
    const view: MapView = { west: -5, south: -5, east: 5, north: 5, zoom: 6 };
    const DEGREES_PER_PIXEL = 360 / (256 * 2 ** view.zoom);
    const counts = async () => (await clusters(view)).clusters.map(({ count }) => count);

    beforeEach(() => directory.pool.query('DELETE FROM businesses'));

    const corners = [-0.1, 0.1].flatMap((y) => [-0.1, 0.1].map((x): [number, number] => [y, x]));

    it.each(corners)('absorb close ones in all adjacent cells (from %d, %d)', async (y, x) => {
      for (const corner of corners) await add('Corner', ...corner);
      await add('Largest', y, x);
      expect(await counts()).toEqual([5]);
    });

    it.each([
      [43, [2]],
      [45, [1, 1]],
    ])('are at least 44 pixels apart: two at %i', async (pixels, expected) => {
      await add('East', 0.1, 0.1);
      await add('West', 0.1, 0.1 - pixels * DEGREES_PER_PIXEL);
      expect(await counts()).toEqual(expected);
    });
  });
});
