import type { BusinessCriteria } from './business-criteria.js';
import type { KeptList } from './kept-list.js';

/** Which businesses make up a page. */
export interface FoundPage {
  /** Of `DirectoryVersion`; undefined where the page is made of lists at different versions. */
  version: string | undefined;
  total: number;
  /** Of businesses, in order. */
  numbers: number[];
}

/** A list of so many is put in order of distance whole. */
const SMALL = 2_000;
/** So is one of which more than this part comes before the end of the page. */
const DEEP = 1 / 8;
/**
 * Of circles around a point, in metres, each with four times the area of the one before: so the one
 * that is put in order is seldom much larger than it must be. The last holds Minnesota, wherever in
 * it the point is.
 */
const RADII = Array.from({ length: 11 }, (_, doublings) => 1_000 * 2 ** doublings);

/**
 * Finds a page in the list of the criteria, or, where that would put very many in order of their
 * distance from somebody's point, in the list of a circle around the point that holds the page.
 *
 * @param find a list
 */
export async function findPage(
  criteria: BusinessCriteria,
  find: (criteria: BusinessCriteria) => Promise<KeptList>,
): Promise<FoundPage> {
  if (criteria.sort === 'distance' && criteria.radius === undefined) {
    const all = await find({ ...criteria, sort: 'name', point: undefined });
    const end = criteria.page * criteria.limit;
    if (all.total > SMALL && end < all.total * DEEP) {
      for (const radius of RADII) {
        const near = await find({ ...criteria, radius });
        if (near.total >= end) {
          const version = near.version === all.version ? near.version : undefined;
          return { version, total: all.total, numbers: near.page(criteria) };
        }
      }
    }
  }
  return pageOf(await find(criteria), criteria);
}

function pageOf(list: KeptList, criteria: BusinessCriteria): FoundPage {
  return { version: list.version, total: list.total, numbers: list.page(criteria) };
}
