import type { BusinessCriteria } from './business-criteria.js';
import type { CachedResultSet } from './cached-result-set.js';
import { findPage } from './find-page.js';

const NEAREST: BusinessCriteria = {
  page: 1,
  limit: 100,
  sort: 'distance',
  status: 'open',
  point: { latitude: 46.8, longitude: -92.1 },
};

/**
 * Creates a directory of a given size. Lists by name and by distance may have different versions.
 */
const directory = (total: number, { byName = '7', byDistance = '7' } = {}) => {
  const asked: [string, number, number?][] = [];
  const find = async (criteria: BusinessCriteria, atLeast: number, from?: number) => {
    asked.push(from === undefined ? [criteria.sort, atLeast] : [criteria.sort, atLeast, from]);
    const version = criteria.sort === 'name' ? byName : byDistance;
    const numbers = () => new Uint32Array(total);
    return { total: Math.min(total, atLeast), version, page: () => [3, 1, 2], numbers } as unknown;
  };
  return { asked, find: find as (...of: [BusinessCriteria, number]) => Promise<CachedResultSet> };
};
/** Guesses a meter for each wanted business and a kilometer for each business in the list. */
const guessRadius = (_point: object, count: number, { length }: Uint32Array) =>
  1_000 * length + count;

describe(findPage.name, () => {
  it.each([
    [2_000, 1, ['distance', Infinity]],
    [2_001, 1, ['distance', 100, 2_001_100]],
    // An eighth of 4,000 is 500.
    [4_000, 4, ['distance', 400, 4_000_400]],
    [4_000, 5, ['distance', Infinity]],
    [4_008, 5, ['distance', 500, 4_008_500]],
  ])('for %i businesses, takes page %i of the nearest from %j', async (total, page, list) => {
    const { asked, find } = directory(total);
    const found = await findPage({ ...NEAREST, page }, find, guessRadius);
    expect(asked).toEqual([['name', Infinity], list]);
    expect(found).toEqual({ version: '7', total, numbers: [3, 1, 2] });
  });

  it.each([{ byName: '8' }, { byDistance: '8' }])(
    'returns no version if total and page come from different versions: %j',
    async (versions) => {
      const { find } = directory(10_000, versions);
      expect((await findPage(NEAREST, find, guessRadius)).version).toBeUndefined();
    },
  );

  it.each([{ radius: 500 }, { sort: 'name' as const, point: undefined }])(
    'orders the whole list for criteria with %j',
    async (other) => {
      const { asked, find } = directory(10_000);
      await findPage({ ...NEAREST, ...other }, find, guessRadius);
      expect(asked).toEqual([[expect.any(String), Infinity]]);
    },
  );
});
