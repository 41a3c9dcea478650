import { readSearch, searchAddress } from './search-query.js';

describe(readSearch.name, () => {
  it('reads every parameter of a search', () => {
    const query = { q: ' pie ', where: 'Duluth', category: 'bakery', open: 'now', page: '3' };
    expect(readSearch({ ...query, sort: 'name' })).toMatchObject({
      q: 'pie',
      where: 'Duluth',
      category: 'bakery',
      open: 'now',
      sort: 'name',
      page: 3,
    });
  });

  it.each([
    [{ q: '   ' }, 'q'],
    [{ q: { nested: 'x' } }, 'q'],
    [{ sort: 'price' }, 'sort'],
    [{ city: '\u0000' }, 'city'],
  ])('ignores %j', (query, field) => {
    expect(readSearch(query)).toHaveProperty(field, undefined);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999', ''])(
    'starts at the first page for page=%s',
    (page) => {
      expect(readSearch({ page }).page).toBe(1);
    },
  );

  it.each([
    ['brewery open now', 'brewery', 'now'],
    ['Open right now', undefined, 'now'],
    ['pizza open late duluth', 'pizza duluth', 'late'],
    ['open today library', 'library', 'today'],
    ['farmacia abierta ahora', 'farmacia', 'now'],
    ['panadería abierta hoy', 'panadería', 'today'],
    ['Restaurantes abiertos hasta tarde', 'Restaurantes', 'late'],
    ['maqaaxi hadda furan', 'maqaaxi', 'now'],
    ['khw qhib tam sim no', 'khw', 'now'],
    ['reopen nowhere', 'reopen nowhere', undefined],
    ['open house', 'open house', undefined],
  ])('splits %j into the search %j and the opening %j', (typed, q, open) => {
    expect(readSearch({ q: typed })).toMatchObject({ q, open });
  });

  it.each([
    ['now', 'now'],
    ['late', 'late'],
    ['yesterday', undefined],
  ])('reads open=%s as %s', (typed, open) => {
    expect(readSearch({ open: typed }).open).toBe(open);
  });

  it('uses the first value of a repeated parameter', () => {
    expect(readSearch({ q: ['a', 'b'] }).q).toBe('a');
  });

  it('reads at most 200 characters of the search text', () => {
    expect(readSearch({ q: 'x'.repeat(201) }).q).toHaveLength(200);
  });
});

describe(searchAddress.name, () => {
  it('writes parameters in a fixed order and omits defaults', () => {
    const search = { ...readSearch({ page: '1', where: 'Ely', q: 'a & b' }) };
    expect(searchAddress('/search', search)).toBe('/search?q=a+%26+b&where=Ely');
    expect(searchAddress('/search', {})).toBe('/search');
    expect(searchAddress('/search', { page: 2, open: 'now' })).toBe('/search?open=now&page=2');
  });

  it('writes an address that reads back as the same search', () => {
    const search = readSearch({ q: 'ü', where: '55802', city: 'ely', open: 'now', sort: 'newest' });
    const { searchParams } = new URL(searchAddress('/search', search), 'http://localhost');
    expect(readSearch(Object.fromEntries(searchParams))).toEqual(search);
  });
});
