import type { CategoryFacet } from '#libs/directory-index/src/facets.js';

const TILES = 8;

/** Starts of slugs in the order of the tiles: everyday needs first, then leisure, then work. */
const ORDER = [
  ...['food', 'restaurant', 'cafe', 'baker', 'grocer', 'brew', 'shop'],
  ...['health', 'hospital', 'clinic', 'pharmac', 'dent'],
  ...['home', 'hardware', 'car', 'auto', 'learn', 'child', 'school', 'librar'],
  ...['art', 'outdoor', 'travel', 'hotel', 'business', 'bank'],
];

/** Returns the top-level categories with the most businesses, in a fixed order. */
export function categoryTiles(categories: readonly CategoryFacet[]): CategoryFacet[] {
  return categories
    .filter(({ parent }) => parent === null)
    .slice(0, TILES)
    .sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ slug }: CategoryFacet): number {
  const rank = ORDER.findIndex((start) => slug.startsWith(start));
  return rank < 0 ? ORDER.length : rank;
}
