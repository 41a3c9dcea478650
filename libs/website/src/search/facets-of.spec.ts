import { facetsOf } from './facets-of.js';

const CATEGORIES = [
  { slug: 'bakery', name: 'Bakery', parent: 'food' },
  { slug: 'cafe', name: 'Cafe', parent: 'food' },
  { slug: 'food', name: 'Food', parent: null },
  { slug: 'shop', name: 'Shop', parent: null },
];

describe(facetsOf.name, () => {
  it('counts each row once in every ancestor category, highest count first', () => {
    const { total, categories, cities } = facetsOf({
      version: '7',
      categories: CATEGORIES,
      byCategories: [
        { slugs: ['bakery', 'cafe'], count: 2 },
        { slugs: ['cafe'], count: 1 },
        { slugs: [], count: 4 },
      ],
      byCity: [
        { slug: 'duluth', name: 'Duluth', count: 1 },
        { slug: 'ely', name: 'Ely', count: 3 },
      ],
    });
    expect(total).toBe(7);
    expect(categories.map(({ slug, parent, count }) => [slug, parent, count])).toEqual([
      ['cafe', 'food', 3],
      ['food', null, 3],
      ['bakery', 'food', 2],
    ]);
    expect(cities.map(({ slug }) => slug)).toEqual(['ely', 'duluth']);
  });

  it('returns no facets for an empty list', () => {
    const empty = facetsOf({ version: '7', categories: CATEGORIES, byCategories: [], byCity: [] });
    expect(empty).toMatchObject({ total: 0, categories: [], cities: [] });
  });
});
