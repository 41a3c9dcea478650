import type { BusinessCriteria, Point } from './business-criteria.js';
import type { CachedResultSet } from './cached-result-set.js';

/** Businesses on a page. */
export interface FoundPage {
  /** Directory version, or undefined if the page combines result sets of different versions. */
  version: string | undefined;
  total: number;
  /** Corrected search, or null if it was not corrected. */
  corrected: string | null;
  /** Business numbers in order. */
  numbers: number[];
}

/** Size up to which a list is sorted by distance as a whole. */
const SMALL = 2_000;
/** Share of a list up to which the end of a page is served from a partial list. */
const DEEP = 1 / 8;
/**
 * Finds a result set with at least that many matching businesses, or all if there are fewer. See
 * `CachedResultSet.read`.
 */
type Find = (
  criteria: BusinessCriteria,
  atLeast: number,
  from?: number,
) => Promise<CachedResultSet>;
/** Estimates the radius in meters around a point that contains that many of the businesses. */
type GuessRadius = (point: Point, count: number, numbers: Uint32Array) => number;

/**
 * Finds a page of the list for the criteria. If sorting by distance would involve very many
 * businesses, uses a partial list of the nearest ones that contains the page.
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
