import type { RawRecord } from '../columns/fields.js';
import { type CleanBusiness, cleanRecord } from './clean-record.js';
import type { Note } from './notes.js';

const TODAY = '2026-11-26';
const HOLIDAYS = [
  ...['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '10-12', '11-11', '11-26'],
  '12-25',
]
  .map((day) => `2026-${day}`)
  .concat(
    ['01-01', '01-18', '02-15', '05-31', '06-19', '07-04', '09-06', '10-11', '11-11', '11-25'].map(
      (day) => `2027-${day}`,
    ),
    '2027-12-25',
  );

const cleaned = (raw: RawRecord) => {
  const result = cleanRecord(raw, TODAY);
  if ('rejected' in result) throw new Error(result.rejected);
  return result;
};

describe(cleanRecord.name, () => {
  it('accepts words that every JavaScript object has as a property', () => {
    const name = 'Constructor';
    const city = 'Constructor';
    const street = '1 Constructor St';
    const { business } = cleaned({ name, city, street, category: 'constructor', state: 'MN' });
    expect(business).toMatchObject({ name, city, street, categories: ['Constructor'] });
  });

  it('cleans every field of a messy row', () => {
    const { business, notes } = cleaned({
      name: '  NORTHERN  LANTERN CAFE ',
      category: 'cafe:COFFEE HOUSE',
      street: '12 MAIN ST STE 4',
      city: 'ST. PAUL',
      county: 'RAMSEY COUNTY',
      state: 'Minnesota',
      postalCode: '55101-1639',
      phone: '(651) 555-0123',
      website: 'example.com',
      email: 'mailto:Hello@Example.com',
      latitude: '44.95',
      longitude: '-93.09',
      description: 'NOT AVAILABLE',
      facebook: '@lantern',
      hours: 'whenever',
      priceLevel: '$$',
      wheelchair: 'limited',
      wifi: 'wlan',
      languages: 'en;so',
      outdoorSeating: 'sometimes',
      osm: 'node/7',
      wikidata: 'https://www.wikidata.org/wiki/Q42',
      naics: 'bakery',
      specialHours: '2026 Nov 26 off',
    });
    expect(business).toEqual<CleanBusiness>({
      name: 'Northern Lantern Cafe',
      description: null,
      legalName: null,
      status: null,
      categories: ['Cafe', 'Cafe: coffee house'],
      street: '12 Main St',
      unit: 'Ste 4',
      city: 'Saint Paul',
      county: 'Ramsey',
      postalCode: '55101',
      latitude: 44.95,
      longitude: -93.09,
      precision: 'exact',
      phone: '+16515550123',
      email: 'hello@example.com',
      website: 'https://example.com',
      social: { facebook: 'https://www.facebook.com/lantern' },
      hours: [],
      attributes: { wheelchair: 'limited', wifi: true, languages: ['en', 'so'] },
      confirmedOn: null,
      confirmedBy: null,
      identifiers: [
        { scheme: 'osm', value: 'node/7' },
        { scheme: 'wikidata', value: 'Q42' },
      ],
      specialHours: [{ date: '2026-11-26', closed: true, hours: [], name: null }],
      establishedOn: null,
      priceLevel: 2,
    });
    expect(notes).toEqual([
      'capitalsLowered',
      'zipPlus4',
      'attributeUnreadable',
      'identifierUnreadable',
      'hoursUnreadable',
    ]);
  });

  it.each<[string, RawRecord, Partial<CleanBusiness>, Note[]]>([
    [
      'reads whole numbers that a program wrote with decimal places',
      { houseNumber: '12.0', street: 'Main St', postalCode: '55401.0', phone: '6125550123.0' },
      { street: '12 Main St', postalCode: '55401', phone: '+16125550123' },
      ['cityDerived'],
    ],
    [
      'reads numbers of industries and years with decimal places',
      { naics: '722511.0', establishedOn: '1985.0' },
      {
        categories: ['Restaurant'],
        identifiers: [{ scheme: 'naics', value: '722511' }],
        establishedOn: '1985-01-01',
      },
      [],
    ],
    [
      'completes the number of an OpenStreetMap id by its type',
      { osm: '7', osmType: 'way' },
      { identifiers: [{ scheme: 'osm', value: 'way/7' }] },
      [],
    ],
    [
      'reads no address from other text in a column for coordinates',
      { city: 'Duluth', point: 'POLYGON ((-92 46, -93 46, -93 47, -92 46))' },
      { street: null, precision: 'city' },
      [],
    ],
    ['accepts a confirmation of today', { confirmedOn: TODAY }, { confirmedOn: TODAY }, []],
    [
      'drops a confirmation in the future',
      { confirmedOn: '2026-11-27' },
      { confirmedOn: null },
      ['dateUnreadable'],
    ],
    [
      'drops an email address that the API refuses',
      { email: '"a b"@example.org' },
      { email: null },
      ['emailUnreadable'],
    ],
    [
      'keeps the first of several email addresses',
      { email: 'a@b.example; c@d.example' },
      { email: 'a@b.example' },
      ['firstOfSeveral'],
    ],
    [
      'ignores placeholders in a list of email or web addresses',
      {
        email: 'Not available; a@b.example, no email; N/A',
        website: 'no website | none | b.example',
      },
      { email: 'a@b.example', website: 'https://b.example' },
      [],
    ],
    [
      'trusts a Minnesota state and city over a contradicting ZIP',
      { city: 'Ely', postalCode: '54016' },
      { postalCode: null },
      ['zipElsewhere'],
    ],
    [
      'drops a category that is too long',
      { category: `Cafe; ${'x'.repeat(81)}` },
      { categories: ['Cafe'] },
      ['tooLong'],
    ],
    ['drops a text that is too long', { city: 'x'.repeat(301) }, { city: null }, ['tooLong']],
    [
      'replaces lone surrogates',
      { name: 'Half \ud83d Cafe', category: 'A\ude00' },
      { name: 'Half \ufffd Cafe', categories: ['A\ufffd'] },
      ['halfCharacterReplaced', 'halfCharacterReplaced'],
    ],
  ])('%s', (_, raw, expected, notes) => {
    const { business, notes: found } = cleaned({ name: 'A', state: 'MN', ...raw });
    expect(business).toMatchObject(expected);
    expect(found).toEqual(notes);
  });

  it.each([
    ['12 Main St\nDuluth, MN 55802\n(46.78, -92.1)', '12 Main St', 'exact'],
    ['12 Main St, Duluth, MN', '12 Main St', 'city'],
    ['Duluth, MN', null, 'city'],
  ])('reads an address in a column for coordinates: %j', (point, street, precision) => {
    const { business } = cleaned({ name: 'Loon Cafe', point });
    expect(business).toMatchObject({ street, city: 'Duluth', precision });
  });

  it.each<[string, RawRecord, string]>([
    ['no name', { name: 'N/A' }, 'It has no name.'],
    ['an endless name', { name: 'x'.repeat(201) }, 'Its name is longer than 200 characters.'],
    ['another state', { name: 'A', state: 'WI' }, 'It is in WI, not Minnesota.'],
    ['another country', { name: 'A', country: 'Canada' }, 'It is in Canada, not Minnesota.'],
    [
      'a ZIP elsewhere and no state',
      { name: 'A', postalCode: '54016' },
      "Its ZIP is not Minnesota's: 54016.",
    ],
  ])('rejects %s', (_, raw, rejected) => {
    expect(cleanRecord(raw, TODAY)).toEqual({ rejected });
  });

  it.each<[string, RawRecord]>([
    ['a city elsewhere', { city: 'Milwaukee' }],
    ['a city with a larger namesake elsewhere', { city: 'Rochester' }],
    ['nothing at all', {}],
  ])('rejects a row without evidence of Minnesota: %s', (_, raw) => {
    const rejected = expect.stringMatching(/^Nothing shows that it is in Minnesota\./) as string;
    expect(cleanRecord({ name: 'A', ...raw }, TODAY)).toEqual({ rejected });
  });

  const FARGO = { latitude: '46.8772', longitude: '-96.7898' };

  it.each<[string, RawRecord]>([
    ['a point a little over the border', FARGO],
    [
      'a point far away, and a name of a city',
      { latitude: '39.1', longitude: '-97.7', city: 'Minneapolis' },
    ],
    [
      'a Minnesota ZIP with a city and point elsewhere',
      { ...FARGO, postalCode: '55401', city: 'Fargo' },
    ],
  ])('rejects %s', (_, raw) => {
    const rejected = 'Its coordinates are outside Minnesota.';
    expect(cleanRecord({ name: 'A', ...raw }, TODAY)).toEqual({ rejected });
  });

  it.each<[string, RawRecord, string[]]>([
    [
      'its state, and a point a little over the border',
      { ...FARGO, city: 'Moorhead', state: 'Minn.' },
      [],
    ],
    ['its number of the state', { city: 'Ely', state: '27' }, []],
    ['its name and abbreviation', { city: 'Ely', state: 'Minnesota (MN)' }, []],
    ['its abbreviation and name', { city: 'Ely', state: 'MN - Minnesota' }, []],
    ['its state and country', { state: 'MN.', country: 'United States (US)' }, []],
    ['its ZIP', { city: 'Ely', postalCode: '55731' }, []],
    ['a point inside', { city: 'Ely', latitude: '47.9', longitude: '-91.87' }, []],
    ['a city name unique to the state', { city: 'Ely' }, ['cityAlone']],
    ['its address', { street: '1 Main St, Ely, MN 55731' }, ['addressSplit']],
    [
      'its city and a point inside, though its ZIP is elsewhere',
      { city: 'Ely', latitude: '47.9', longitude: '-91.87', postalCode: '65731' },
      ['zipElsewhere'],
    ],
  ])('accepts a row in Minnesota by %s', (_, raw, notes) => {
    expect(cleaned({ name: 'A', ...raw }).notes).toEqual(notes);
  });

  it.each([
    ['LOON HOLDINGS LLC DBA LOON CAFE', 'Loon Holdings LLC', ['tradeName', 'capitalsLowered']],
    ['Loon Holdings, d/b/a Loon Cafe', 'Loon Holdings', ['tradeName']],
    ['Loon Holdings (d.b.a. Loon Cafe)', 'Loon Holdings', ['tradeName']],
    ['Loon Holdings/DBA Loon Cafe', 'Loon Holdings', ['tradeName']],
    ['Loon Cafe DBA Loon Cafe', null, ['tradeName']],
  ])('splits %j into the trade name and the legal name', (registered, legalName, notes) => {
    const { business, notes: found } = cleaned({ name: registered, state: 'MN' });
    expect([business.name, business.legalName, found]).toEqual(['Loon Cafe', legalName, notes]);
  });

  it.each([
    ['Mo-Fr 08:00-05:00', ['hoursUnlikely']],
    ['Mo-Fr 06:00-00:00', []],
    ['24/7', []],
  ])('notes hours that are likely a slip: %s', (hours, notes) => {
    expect(cleaned({ name: 'A', state: 'MN', hours }).notes).toEqual(notes);
  });

  const closed = (dates: string[]) =>
    dates.map((date) => ({ date, closed: true, hours: [], name: null }));
  const short = (dates: string[]) =>
    dates.map((date) => ({
      date,
      closed: false,
      name: null,
      hours: [{ opens: '10:00', closes: '14:00' }],
    }));
  const bothYears = (...days: string[]) =>
    [2026, 2027].flatMap((year) => days.map((day) => `${year}-${day}`));

  it.each([
    ['Mo 09:00-17:00; 2026 Nov 26 off', 1, closed(['2026-11-26'])],
    ['Mo 09:00-17:00; PH off', 1, closed(HOLIDAYS)],
    ['Mo 09:00-17:00; ph closed', 1, closed(HOLIDAYS)],
    ['PH off', 0, closed(HOLIDAYS)],
    ['Mo 09:00-17:00; PH 10:00-14:00', 1, short(HOLIDAYS)],
    ['Mo 10:00-14:00; Sa,PH 10:00-14:00', 2, short(HOLIDAYS)],
    ['Mo 09:00-17:00; SH 10:00-14:00', 1, []],
    ['Mo 09:00-17:00; Dec 25 off', 1, closed(bothYears('12-25'))],
    ['Mo 09:00-17:00; Dec 24,Dec 31 10:00-14:00', 1, short(bothYears('12-24', '12-31'))],
    ['Feb 29 off', 0, []],
    ['Mo 09:00-17:00; PH,Dec 24 off', 1, closed([...HOLIDAYS, ...bothYears('12-24')].sort())],
    [
      'PH off; Dec 25 10:00-14:00',
      0,
      [...closed(HOLIDAYS), ...short(bothYears('12-25'))]
        .filter(({ date, closed: isClosed }) => !(isClosed && date.endsWith('12-25')))
        .sort((one, other) => (one.date < other.date ? -1 : 1)),
    ],
  ])('reads rules for holidays and single dates: %s', (hours, days, specialHours) => {
    const { business, notes } = cleaned({ name: 'A', state: 'MN', hours });
    expect(business.hours).toHaveLength(days);
    expect(business.specialHours).toEqual(specialHours);
    expect(notes).toEqual([]);
  });

  it('adds a column of special hours to the rules for holidays, and prefers it', () => {
    const { business } = cleaned({
      name: 'A',
      state: 'MN',
      hours: 'Mo 09:00-17:00; Dec 25 off',
      specialHours: '2026-12-24 10:00-14:00; 2027-12-25 10:00-14:00',
    });
    expect(business.specialHours).toEqual([
      ...short(['2026-12-24']),
      ...closed(['2026-12-25']),
      ...short(['2027-12-25']),
    ]);
  });

  it('reads times of special hours as loosely as others', () => {
    const { business } = cleaned({
      name: 'A',
      state: 'MN',
      specialHours: '2026-12-24 9:00 - 14:00, 16:00-24:00',
    });
    const hours = [
      { opens: '09:00', closes: '14:00' },
      { opens: '16:00', closes: '00:00' },
    ];
    expect(business.specialHours).toEqual([
      { date: '2026-12-24', closed: false, hours, name: null },
    ]);
  });

  it.each(['Jun-Aug Mo 09:00-17:00', 'Mo-PH 09:00-17:00', 'Dec 24 noon'])(
    'drops hours with an unreadable rule: %s',
    (hours) => {
      const { business, notes } = cleaned({ name: 'A', state: 'MN', hours });
      expect(business).toMatchObject({ hours: [], specialHours: [] });
      expect(notes).toEqual(['hoursUnreadable']);
    },
  );

  it.each([
    ['disused:shop=books', ['Bookstore'], 'closed'],
    ['disused:shop=books;disused:shop=gift', ['Bookstore', 'Gift shop'], 'closed'],
    ['disused:shop=e-cigarette', ['E-cigarette'], 'closed'],
    ['abandoned:amenity=cafe', ['Cafe'], 'closed'],
    ['amenity=cafe', ['Cafe'], 'open'],
    ['disused:amenity=cafe; shop=books', ['Cafe', 'Bookstore'], 'open'],
    ['Disused railway', ['Disused railway'], null],
    ['Brewery: closed', ['Brewery'], 'closed'],
    ['Brewery: planning', ['Brewery'], 'temporarily_closed'],
    ['Brewery: micro', ['Brewery', 'Brewery: micro'], null],
  ])('reads %s', (category, categories, status) => {
    const { business } = cleaned({ name: 'A', state: 'MN', category });
    expect([business.categories, business.status]).toEqual([categories, status]);
  });

  it.each<[RawRecord, string | null]>([
    [{ isClosed: 'false' }, 'open'],
    [{ isOpen: '1' }, 'open'],
    [{ isClosed: 'no', status: 'Temporarily closed' }, 'temporarily_closed'],
    [{ isOpen: 'no', status: 'Active' }, 'closed'],
    [{ isOpen: 'maybe' }, null],
  ])('reads the status of %j', (flags, status) => {
    expect(cleaned({ name: 'A', state: 'MN', ...flags }).business.status).toBe(status);
  });

  it('keeps the parentheses of a trade name', () => {
    const { business } = cleaned({ name: 'Loon LLC dba Loon Grill (Duluth)', state: 'MN' });
    expect(business.name).toBe('Loon Grill (Duluth)');
  });

  it.each([
    ['DBA Joes', 'DBA Joes'],
    ['Loon LLC dba N/A', 'Loon LLC'],
    ['None dba Loon Cafe', 'Loon Cafe'],
  ])('finds only one name in "%s"', (registered, name) => {
    const { business } = cleaned({ name: registered, state: 'MN' });
    expect([business.name, business.legalName]).toEqual([name, null]);
  });

  it.each([
    ['12', 'MAIN ST', '12 Main St'],
    ['12', '12 Main St', '12 Main St'],
    ['12', '12-14 Main St', '12-14 Main St'],
    ['5', '5th Ave S', '5 5th Ave S'],
    ['5', '55 Elm St', '5 55 Elm St'],
    ['2', '2ND AVE', '2 2nd Ave'],
    ['0', 'Main St', 'Main St'],
    [undefined, '0 Main St', 'Main St'],
    [undefined, '0 Main St, Ely, MN 55731', 'Main St'],
    ['12', '0 Main St', '12 Main St'],
    [undefined, '0', null],
  ])('adds house number %s to %s unless it is already present', (houseNumber, street, full) => {
    const { business } = cleaned({ name: 'A', city: 'Ely', houseNumber, street });
    expect(business.street).toBe(full);
  });

  it('never splits a character in its reasons', () => {
    const result = cleanRecord({ name: 'A', state: `${'x'.repeat(38)}😀😀😀` }, TODAY);
    expect(result).toEqual({ rejected: `It is in ${'x'.repeat(38)}😀…, not Minnesota.` });
  });

  it.each([
    ['marks to be put in order', '\u0301'.repeat(400_000) + '\u0323'.repeat(400_000)],
    ['steps of categories', 'a:'.repeat(400_000)],
    ['hours', `Mo ${', '.repeat(2_490)}x`],
  ])('cleans a cell of %s quickly', (_, text) => {
    const started = performance.now();
    for (const field of ['description', 'category', 'hours'] as const) {
      cleanRecord({ name: 'A', state: 'MN', [field]: text }, TODAY);
    }
    // Normalizing the combining marks took too long.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
