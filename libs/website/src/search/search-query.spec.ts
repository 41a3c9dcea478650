import { readSearch } from './read-search.js';
import { searchAddress } from './search-query.js';

describe(readSearch.name, () => {
  it('reads every parameter of a search', () => {
    const query = { q: ' pie ', where: 'Duluth', category: 'bakery', open: 'now', page: '3' };
    expect(readSearch({ ...query, sort: 'name' })).toMatchObject({
      q: 'pie',
      where: 'Duluth',
      category: ['bakery'],
      open: 'now',
      sort: 'name',
      page: 3,
    });
  });

  it.each([
    [{ q: '   ' }, 'q'],
    [{ q: { nested: 'x' } }, 'q'],
    [{ sort: 'price' }, 'sort'],
    [{ open: 'yesterday' }, 'open'],
    [{ city: '\u0000' }, 'city'],
    [{ where: 'Minnesota' }, 'where'],
    [{ where: 'mn' }, 'where'],
    [{ where: 'Minnesota, USA' }, 'where'],
    [{ where: 'agtayda' }, 'where'],
  ])('ignores %j', (query, field) => {
    expect(readSearch(query)).toHaveProperty(field, undefined);
  });

  it('drops invisible characters, which copied texts contain', () => {
    expect(readSearch({ q: 'ba\u200dkery\u200c', where: '\u200eDul\u00aduth' })).toMatchObject({
      q: 'bakery',
      where: 'Duluth',
    });
  });

  it('drops the country from an address', () => {
    expect(readSearch({ where: 'Duluth, MN 55802-1234, USA' }).where).toBe('Duluth, MN 55802-1234');
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
    ['open today, library', 'library', 'today'],
    ['farmacia abierta ahora', 'farmacia', 'now'],
    ['panadería abierta hoy', 'panadería', 'today'],
    ['Restaurantes abiertos hasta tarde', 'Restaurantes', 'late'],
    ['maqaaxi hadda furan', 'maqaaxi', 'now'],
    ['khw qhib tam sim no', 'khw', 'now'],
    ['reopen nowhere', 'reopen nowhere', undefined],
    ['open house', 'open house', undefined],
    ['bakery open tomorrow', 'bakery', 'tomorrow'],
    ['Panadería abierta mañana', 'Panadería', 'tomorrow'],
    ['bakery open tonight', 'bakery', 'late'],
    ['24/7', undefined, 'late'],
    ['24-hour pharmacy', 'pharmacy', 'late'],
    ['farmacia abierta 24 horas', 'farmacia', 'late'],
    ['124 hours', '124 hours', undefined],
    ['museum open saturday and sunday', 'museum', 'weekend'],
    ['library open Sunday', 'library', 'sunday'],
    ['pizza open on mondays', 'pizza', 'monday'],
    ['abierto los sábados', undefined, 'saturday'],
    ['open Sunday and Monday', undefined, 'sunday'],
    ['cafe open on friday, saturday or sunday in Ely', 'cafe', 'friday'],
    ['abierto el lunes y el martes', undefined, 'monday'],
    ['open monday and more', 'and more', 'monday'],
    ['Bloody Sunday', 'Bloody Sunday', undefined],
    ['yoga this weekend', 'yoga', 'weekend'],
    ['pizza open late tonight', 'pizza', 'late'],
    ['pharmacy open now, open 24 hours', 'pharmacy', 'now'],
    ['yoga este fin de semana', 'yoga', 'weekend'],
  ])('splits %j into the search %j and the opening %j', (typed, q, open) => {
    expect(readSearch({ q: typed })).toMatchObject({ q, open });
  });

  it.each([
    ['wheelchair accessible coffee', 'coffee', ['wheelchair']],
    ['coffee with free Wi-Fi and outdoor seating', 'coffee', ['wifi', 'outdoorSeating']],
    ['takeout', undefined, ['takeout']],
    ['pizza delivery', 'pizza', ['delivery']],
    ['delivery', 'delivery', undefined],
    ['package delivery', 'package delivery', undefined],
    ['takes reservations', undefined, ['reservations']],
    ['grocery that accepts EBT', 'grocery', ['ebt']],
    ['market that takes WIC', 'market', ['wic']],
    ['snap fitness', 'snap fitness', undefined],
    ['dentist who speaks Spanish', 'dentist', ['spanish']],
    ['Spanish restaurant', 'Spanish restaurant', undefined],
    ['se habla español', undefined, ['spanish']],
    ['restaurante con entrega a domicilio', 'restaurante', ['delivery']],
    ['accesible en silla de ruedas', undefined, ['wheelchair']],
    ['comida para llevar', undefined, ['takeout']],
    ['cunto la qaato', undefined, ['takeout']],
    ['hais lus Hmoob', undefined, ['hmong']],
  ])('splits %j into the search %j and the attributes %j', (typed, q, attributes) => {
    expect(readSearch({ q: typed })).toMatchObject({ q, attributes });
  });

  it('adds attributes in the text to those of the address', () => {
    expect(readSearch({ q: 'cafe free wifi', attribute: 'delivery' })).toMatchObject({
      q: 'cafe',
      attributes: ['wifi', 'delivery'],
    });
  });

  it.each([
    ['library, in Duluth', 'library', 'Duluth'],
    ['in grand marais', undefined, 'grand marais'],
    ['biblioteca en Saint Paul, MN', 'biblioteca', 'Saint Paul'],
    ['parks in Cook County', 'parks', 'Cook County'],
    ['dentist 55401', 'dentist', '55401'],
    ['bakery in 55802', 'bakery', '55802'],
    ['55401', undefined, '55401'],
    ['55413 museum', 'museum', '55413'],
    ['museum in Duluth, MN 55802', 'museum', '55802'],
    ['Duluth 55802', undefined, '55802'],
    ['museum in Saint Paul, MN 55101, USA', 'museum', '55101'],
    ['museos en el condado de Cook', 'museos', 'el condado de Cook'],
    ['dine in Ely open now', 'dine', 'Ely'],
    ['Inn in the woods', 'Inn in the woods', undefined],
    ['Suite 99999', 'Suite 99999', undefined],
    ['cabin duluth', 'cabin duluth', undefined],
  ])('splits %j into the search %j and the place %j', (typed, q, where) => {
    expect(readSearch({ q: typed })).toMatchObject({ q, where });
  });

  it('leaves a place in the search text if the place field has another', () => {
    expect(readSearch({ q: 'library in Duluth', where: 'Ely' })).toMatchObject({
      q: 'library in Duluth',
      where: 'Ely',
    });
  });

  it.each([
    [{ q: 'coffee near me' }, 'coffee', 'me'],
    [{ q: 'café cerca de mí' }, 'café', 'me'],
    [{ q: 'coffee', near: 'me' }, 'coffee', 'me'],
    [{ q: 'coffee', where: 'Near me' }, 'coffee', 'me'],
    [{ q: 'café', where: 'cerca de mí' }, 'café', 'me'],
    [{ q: 'coffee', where: 'Ely near me' }, 'coffee', undefined],
    [{ q: 'coffee near me', where: '46.78,-92.1' }, 'coffee', undefined],
    [{ q: 'coffee near me in Ely' }, 'coffee', undefined],
    [{ q: 'nearby meadow' }, 'meadow', 'me'],
    [{ q: 'nearmeadow' }, 'nearmeadow', undefined],
  ])('reads %j as the search %j, near %j', (query, q, near) => {
    expect(readSearch(query)).toMatchObject({ q, near });
  });

  it.each(['cafe,bakery', ' bakery ,,cafe', ['cafe', 'bakery,cafe']])(
    'reads category=%j as two categories',
    (category) => {
      expect(readSearch({ category }).category).toEqual(['bakery', 'cafe']);
    },
  );

  it('reads cities and counties by name or slug', () => {
    const places = { city: 'St. Paul,duluth,Duluth', county: ['Cook', 'St. Louis'] };
    expect(readSearch(places)).toMatchObject({
      city: ['duluth', 'saint-paul'],
      county: ['cook', 'saint-louis'],
    });
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
    const places = { where: '55802', city: 'ely,duluth' };
    const search = readSearch({ q: 'ü', ...places, open: 'now', sort: 'newest' });
    const { searchParams } = new URL(searchAddress('/search', search), 'http://localhost');
    expect(readSearch(Object.fromEntries(searchParams))).toEqual(search);
  });
});
