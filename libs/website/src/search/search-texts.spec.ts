import { pageContext } from '../../../../test/support/page-context.ts';
import { filtersText } from './search-texts.js';

describe(filtersText.name, () => {
  it('names all categories and places, or the place that was typed', () => {
    const named = (slug: string, name: string) => [{ slug, name, count: 1 }];
    const names = {
      category: named('cafe', 'Cafe'),
      city: named('ely', 'Ely'),
      county: named('saint-louis', 'Saint Louis'),
    };
    const page = pageContext(new Date());
    const place = { kind: 'postalCode', code: '55731' } as const;
    const search = {
      category: ['bakery', 'cafe'],
      city: ['ely'],
      county: ['saint-louis'],
      page: 1,
    };
    expect(filtersText(page, { search, names, place })).toBe(
      '(bakery, Cafe) in Ely, Saint Louis County',
    );
    expect(filtersText(page, { search: { page: 1 }, names, place })).toBe('in 55731');
  });
});
