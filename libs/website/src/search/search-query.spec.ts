import { readSearch, searchAddress } from './search-query.js';

describe(readSearch.name, () => {
  it('reads what a visitor asks for', () => {
    const query = { q: ' pie ', where: 'Duluth', category: 'bakery', open: 'now', page: '3' };
    expect(readSearch({ ...query, sort: 'name' })).toMatchObject({
      q: 'pie',
      where: 'Duluth',
      category: 'bakery',
      isOpenNow: true,
      sort: 'name',
      page: 3,
    });
  });

  it.each([
    [{ q: '   ' }, 'q'],
    [{ q: { nested: 'x' } }, 'q'],
    [{ sort: 'price' }, 'sort'],
    [{ city: '\u0000' }, 'city'],
  ])('takes %j as if it were not there', (query, field) => {
    expect(readSearch(query)).toHaveProperty(field, undefined);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999', ''])(
    'begins at the first page for page=%s',
    (page) => {
      expect(readSearch({ page }).page).toBe(1);
    },
  );

  it('takes the first of a repeated parameter', () => {
    expect(readSearch({ q: ['a', 'b'] }).q).toBe('a');
  });

  it('reads no more than 200 characters of what is sought', () => {
    expect(readSearch({ q: 'x'.repeat(201) }).q).toHaveLength(200);
  });
});

describe(searchAddress.name, () => {
  it('is the same for the same search, without what goes without saying', () => {
    const search = { ...readSearch({ page: '1', where: 'Ely', q: 'a & b' }) };
    expect(searchAddress('/search', search)).toBe('/search?q=a+%26+b&where=Ely');
    expect(searchAddress('/search', {})).toBe('/search');
    expect(searchAddress('/search', { page: 2, isOpenNow: true })).toBe('/search?open=now&page=2');
  });

  it('is read as what it was made of', () => {
    const search = readSearch({ q: 'ü', where: '55802', city: 'ely', open: 'now', sort: 'newest' });
    const { searchParams } = new URL(searchAddress('/search', search), 'http://localhost');
    expect(readSearch(Object.fromEntries(searchParams))).toEqual(search);
  });
});
