import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { AttributeTable } from './attribute-table.js';
import type { BusinessAttributes } from './business-attributes.js';
import { NearestService } from './nearest.service.js';

const DULUTH = { latitude: 46.7867, longitude: -92.1005 };

interface Shop {
  /** Kilometers east of Duluth, or null if the location is unknown. */
  east: number | null;
  category?: string;
  isListed?: boolean;
}

/** Creates a service for shops, which are numbered from 1. */
function serviceOf(shops: Shop[]): NearestService {
  const category = (slug: string, parent: string | null = null) => ({ slug, name: slug, parent });
  const categories = [category('food'), category('bakery', 'food'), category('art')];
  const state = { version: '7', changedAt: '', categories, highestNumber: shops.length };
  const table = new AttributeTable(state);
  table.state = state;
  shops.forEach(({ east, category: value = 'art', isListed = true }, index) => {
    const number = Buffer.alloc(4);
    number.writeInt32BE(index + 1);
    const place = Buffer.alloc(16);
    place.writeDoubleBE(east === null ? NaN : DULUTH.latitude);
    place.writeDoubleBE(east === null ? NaN : DULUTH.longitude + east / 76, 8);
    const row = { value: '', listed: null, numbers: number };
    table.write([
      { ...row, attribute: 'position', numbers: Buffer.concat([number, place]) },
      { ...row, attribute: 'place', value: '[null,null,null,null]', listed: isListed },
      { ...row, attribute: 'categories', value },
    ]);
  });
  return new NearestService(
    { at: async () => table } as unknown as BusinessAttributes,
    { current: async () => '7' } as DirectoryVersion,
  );
}

describe(NearestService.name, () => {
  it('finds the nearest businesses in any direction, up to the given number', async () => {
    const service = serviceOf([5, -1, 3, 0, -4, 2].map((east) => ({ east })));
    expect(await service.nearest(DULUTH, 4)).toEqual({
      version: '7',
      all: [4, 2, 6, 3],
      inCategory: [],
    });
    expect((await service.nearest(DULUTH, 10)).all).toEqual([4, 2, 6, 3, 5, 1]);
  });

  it('also finds the nearest businesses in a category or its subcategories', async () => {
    const service = serviceOf([
      { east: 1 },
      { east: 9, category: 'food' },
      { east: 8, category: 'art,bakery' },
    ]);
    expect(await service.nearest(DULUTH, 1, 'food')).toMatchObject({ all: [1], inCategory: [3] });
    expect((await service.nearest(DULUTH, 5, 'bakery')).inCategory).toEqual([3]);
    expect((await service.nearest(DULUTH, 5, 'unknown')).inCategory).toEqual([]);
  });

  it('finds the same businesses as a full scan, near and far', async () => {
    const easts = Array.from({ length: 400 }, (_, index) => ((index * 7919) % 4_001) / 10 - 100);
    const service = serviceOf(
      easts.map((east, index) => ({ east, category: index % 97 === 0 ? 'bakery' : 'art' })),
    );
    const nearest = easts
      .map((east, index) => ({ number: index + 1, distance: Math.abs(east) }))
      .sort((a, b) => a.distance - b.distance)
      .map(({ number }) => number);
    for (const count of [1, 6, 60, 300]) {
      const { all, inCategory } = await service.nearest(DULUTH, count, 'food');
      expect(all).toEqual(nearest.slice(0, count));
      expect(inCategory).toEqual(
        nearest.filter((number) => (number - 1) % 97 === 0).slice(0, count),
      );
    }
  });

  it('omits closed businesses and those without a location', async () => {
    const service = serviceOf([{ east: 1, isListed: false }, { east: null }, { east: 2 }]);
    expect((await service.nearest(DULUTH, 5)).all).toEqual([3]);
  });

  it('orders businesses at the same place by number', async () => {
    const service = serviceOf([1, 1, 1, 1].map((east) => ({ east })));
    expect((await service.nearest(DULUTH, 3)).all).toEqual([1, 2, 3]);
  });
});
