import { render } from 'preact-render-to-string';
import { pageContext } from '../../../../test/support/page-context.ts';
import { english } from '../texts/en.js';
import { hmong } from '../texts/hmn.js';
import { toCriteria } from './search-criteria.js';
import type { Opening } from './search-query.js';
import type { InterpretedSearch } from './search.service.js';
import { activeFilters, OmittedByHours, Remarks } from './search-view.js';

describe(OmittedByHours.name, () => {
  it.each<[string, Opening, number, string | null]>([
    ['2026-11-25T23:59', 'now', 0, null],
    ['2026-11-25T23:59', 'now', 2, 'We don’t know the hours of 2 more businesses'],
    ['2026-11-26T00:00', 'now', 0, 'Thanksgiving: hours may differ. Search without Open now'],
    ['2026-11-26T23:59', 'late', 2, 'Thanksgiving: hours may differ. We don’t know the hours of 2'],
    ['2026-11-26T12:00', 'sunday', 0, null],
    ['2026-11-25T12:00', 'tomorrow', 0, 'Thanksgiving: hours may differ.'],
    ['2026-11-25T12:00', 'thursday', 0, 'Thanksgiving: hours may differ.'],
    ['2026-07-01T12:00', 'weekend', 0, 'Independence Day: hours may differ.'],
    ['2026-11-26T12:00', 'tomorrow', 0, null],
  ])('explains at %s what "open %s" omits, with %i hours unknown', (local, open, count, text) => {
    const now = new Date(`${local}-06:00`);
    const search = { open, page: 1 };
    const criteria = toCriteria(search, undefined, now);
    const html = render(
      <OmittedByHours
        page={pageContext(now)}
        found={{ search, criteria, hoursUnknown: count } as InterpretedSearch}
        hrefWith={() => '/search'}
      />,
    );
    if (text === null) expect(html).toBe('');
    else expect(html.replace(/<[^>]*>/g, '')).toContain(text);
  });
});

describe(Remarks.name, () => {
  it.each([
    [1, 'Showing results for “events”.'],
    [0, ''],
  ])('explains a correction that finds %i businesses with %j', (total, text) => {
    const found = { search: { page: 1 }, place: undefined, total, corrected: 'events' };
    const html = render(<Remarks page={pageContext(new Date())} found={found} />);
    expect(html.replace(/<[^>]*>/g, '')).toBe(text);
  });
});

const NONE: InterpretedSearch['names'] = { category: [], city: [], county: [] };

describe(activeFilters.name, () => {
  it.each([
    { language: english, expected: ['Takes WIC', 'Speaks Spanish'] },
    { language: hmong, expected: ['Txais WIC', 'Hais lus Mev'] },
  ])('names attributes and spoken languages in $language.name', ({ language, expected }) => {
    const page = pageContext(new Date(), language);
    const search = { attributes: ['wic', 'spanish'] as const, page: 1 };
    expect(activeFilters(page, { search, names: NONE }).map(({ name }) => name)).toEqual(expected);
  });

  it('removes categories one by one', () => {
    const category = [{ slug: 'cafe', name: 'Cafe', count: 1 }];
    const search = { category: ['bakery', 'cafe'], page: 1 };
    const page = pageContext(new Date());
    expect(activeFilters(page, { search, names: { ...NONE, category } })).toEqual([
      { name: 'bakery', without: { category: ['cafe'] } },
      { name: 'Cafe', without: { category: ['bakery'] } },
    ]);
  });
});
