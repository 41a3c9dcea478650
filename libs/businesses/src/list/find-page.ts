import type { BusinessCriteria, Point } from './business-criteria.js';
import type { CachedResultSet } from './cached-result-set.js';

/** Which businesses make up a page. */
export interface FoundPage {
  /** The directory's version; undefined where the page is made of result sets at different versions. */
  version: string | undefined;
  total: number;
  /** How the search was read, where that is not as it was typed. */
  corrected: string | null;
  /** The numbers of its businesses, in order. */
  numbers: number[];
}

/** A list of so many is put in order of distance whole. */
const SMALL = 2_000;
/** So is one of which more than this part comes before the end of the page. */
const DEEP = 1 / 8;
/**
 * Finds a list that has at least so many of the businesses that match, or all where there are fewer.
 * See `CachedResultSet.read`.
 */
type Find = (
  criteria: BusinessCriteria,
  atLeast: number,
  from?: number,
) => Promise<CachedResultSet>;
/** Guesses within how many metres of a point so many of some businesses are. */
type GuessRadius = (point: Point, count: number, numbers: Uint32Array) => number;

/**
 * Finds a page in the list of the criteria. Where that would put very many in order of their distance
 * from somebody's point, a list of the nearest that holds the page will do.
 */
export async function findPage(
  criteria: BusinessCriteria,
  find: Find,
  guessRadius: GuessRadius,
): Promise<FoundPage> {
  if (criteria.sort === 'distance' && criteria.radius === undefined) {
    const all = await find({ ...criteria, sort: 'name', point: undefined }, Infinity);
    const end = criteria.page * criteria.limit;
    if (all.total > SMALL && end < all.total * DEEP) {
      const from = guessRadius(criteria.point!, end, all.numbers());
      const nearest = await find(criteria, end, from);
      const version = nearest.version === all.version ? nearest.version : undefined;
      const { total, corrected } = all;
      return { version, total, corrected, numbers: nearest.page(criteria) };
    }
  }
  const list = await find(criteria, Infinity);
  const { version, total, corrected } = list;
  return { version, total, corrected, numbers: list.page(criteria) };
}
