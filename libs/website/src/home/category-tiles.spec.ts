import { categoryTiles } from './category-tiles.js';

describe(categoryTiles.name, () => {
  it('orders the eight largest top-level categories, everyday needs first', () => {
    const slugs = ['bank', 'zoo', 'travel', 'bakery', 'hospital', 'yarn', 'food', 'shopping'];
    const facets = [...slugs, 'restaurant'].map((slug, index) => ({
      slug,
      name: slug,
      count: 20 - index,
      parent: null,
    }));
    const below = { slug: 'cafe', name: 'Cafe', count: 30, parent: 'food' };
    expect(categoryTiles([below, ...facets]).map(({ slug }) => slug)).toEqual([
      ...['food', 'bakery', 'shopping', 'hospital', 'travel', 'bank', 'zoo', 'yarn'],
    ]);
  });
});
