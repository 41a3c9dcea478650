import { cleanCity, cleanPostalCode, cleanStreet, splitAddress } from './address.js';

describe(cleanCity.name, () => {
  it.each([
    ['ST PAUL', 'Saint Paul'],
    ['St. Cloud', 'Saint Cloud'],
    ['Saint Peter', 'Saint Peter'],
    ['MPLS', 'Minneapolis'],
    ['Duluth, MN', 'Duluth'],
    ['ely', 'Ely'],
    ['Stillwater', 'Stillwater'],
    ['West St. Paul', 'West Saint Paul'],
    ['W St Paul', 'West Saint Paul'],
    ['So. St. Paul', 'South Saint Paul'],
    ['Inver Grove Hts', 'Inver Grove Heights'],
    ['Inver Grove Hgts', 'Inver Grove Heights'],
    ['Minneapolis MN 55401', 'Minneapolis'],
    ['City of Duluth', 'Duluth'],
    ['Minnetonka Twp', 'Minnetonka'],
    ['LeSueur', 'Le Sueur'],
    ['Mc Gregor', 'McGregor'],
    ['Sauk Center', 'Sauk Centre'],
    ['Mt. Iron', 'Mountain Iron'],
    ['SLP', 'Saint Louis Park'],
    ['Ft. Nowhere', 'Fort Nowhere'],
    ['North St Nowhere', 'North Saint Nowhere'],
  ])('%j → %j', (text, name) => {
    expect(cleanCity(text)).toEqual({ value: name });
  });

  it('corrects one letter of a long name and adds a note', () => {
    expect(cleanCity('Mineapolis')).toEqual({ value: 'Minneapolis', note: 'cityCorrected' });
    expect(cleanCity('Eli')).toEqual({ value: 'Eli' });
  });
});

describe(splitAddress.name, () => {
  it.each([
    ['123 Main St, Duluth, MN 55802', ['123 Main St', 'Duluth', 'MN', '55802']],
    ['123 Main St Duluth MN 55802-1234', ['123 Main St', 'Duluth', 'MN', '55802']],
    ['1 Elm St, West St Paul, Minnesota', ['1 Elm St', 'West St Paul', 'Minnesota', null]],
    ['500 Main St, Suite 4, MN 55802, USA', ['500 Main St, Suite 4', null, 'MN', '55802']],
    ['Loon Cafe, 12 Elm St, Ely, MN 55731', ['12 Elm St', 'Ely', 'MN', '55731']],
    ['12 Main St, Hudson, WI 54016', ['12 Main St', 'Hudson', 'WI', '54016']],
    ['12 Main St, Hudson, WI', ['12 Main St', 'Hudson', 'WI', null]],
    ['Duluth, MN 55802', [null, 'Duluth', 'MN', '55802']],
    ['N/A, Ely, MN 55731', [null, 'Ely', 'MN', '55731']],
    ['12 Main St, None, MN 55731', ['12 Main St', null, 'MN', '55731']],
    ['12 Main St, Ely MN', ['12 Main St', 'Ely', 'MN', null]],
    ['12 Main St Ely MN', ['12 Main St', 'Ely', 'MN', null]],
    ['Oak Center, 12 Main St MN', undefined],
    ['323 South Minnesota', undefined],
    ['1 Main St NE 55413', undefined],
    ['1 Main St, NE', undefined],
    ['12 County Road MN', undefined],
    ['12 Main St', undefined],
  ])('%j → %j', (text, expected) => {
    const parts = splitAddress(text, 'Loon Cafe');
    expect(parts && [parts.street, parts.city, parts.state, parts.postalCode]).toEqual(expected);
  });
});

describe(cleanStreet.name, () => {
  it.each([
    ['2005 2nd Ave', { street: '2005 2nd Ave', unit: null }],
    ['3055 Columbia Ave NE Ste 102', { street: '3055 Columbia Ave NE', unit: 'Ste 102' }],
    ['900 2ND AVE S #215', { street: '900 2nd Ave S', unit: '#215' }],
    ['12 Main St, Suite B', { street: '12 Main St', unit: 'Suite B' }],
    ['404 WEST FOUNTAIN STREET', { street: '404 West Fountain Street', unit: null }],
    ['500 Main St, 2nd Floor', { street: '500 Main St', unit: '2nd Floor' }],
    ['500 Main St Suite 4 & 5', { street: '500 Main St', unit: 'Suite 4 & 5' }],
    ['12345 State Hwy #7', { street: '12345 State Hwy #7', unit: null }],
    ['County Road #5', { street: 'County Road #5', unit: null }],
    ['12 Oak Road #5', { street: '12 Oak Road', unit: '#5' }],
    ['PO BOX #12', { street: 'PO Box #12', unit: null }],
    ['#5', { street: '#5', unit: null }],
    ['2933 Stevens', { street: '2933 Stevens', unit: null }],
    ['2901 27th Ave S 1st FLR', { street: '2901 27th Ave S', unit: '1st FLR' }],
    ['40 FLORENCE', { street: '40 Florence', unit: null }],
    ['7 Unity', { street: '7 Unity', unit: null }],
    ['12 Main St Ste102', { street: '12 Main St', unit: 'Ste102' }],
    ['12 Main St fl. 2', { street: '12 Main St', unit: 'fl. 2' }],
  ])('%j → %j', (text, expected) => {
    expect(cleanStreet(text)).toEqual(expected);
  });
});

describe(cleanPostalCode.name, () => {
  it.each([
    [null, { value: null }],
    ['00000', { value: null }],
    ['55101', { value: '55101' }],
    ['55044-', { value: '55044' }],
    ['55303-2243', { value: '55303', note: 'zipPlus4' }],
    ['553032243', { value: '55303', note: 'zipPlus4' }],
    ['55303 - 2243', { value: '55303', note: 'zipPlus4' }],
    ['55303–2243', { value: '55303', note: 'zipPlus4' }],
    ['MN 56560', { value: '56560' }],
    ['5530', { value: null, note: 'zipUnreadable' }],
    ['1234', { value: '01234' }],
    ['K1A 0B1', { value: null, note: 'zipUnreadable' }],
  ])('%j → %j', (text, expected) => {
    expect(cleanPostalCode(text)).toEqual(expected);
  });
});
