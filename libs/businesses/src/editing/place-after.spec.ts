import type { BusinessDto } from '../record/business.dto.js';
import type { BusinessChange } from './business-input.dto.js';
import { placeAfter } from './place-after.js';

const DULUTH = { latitude: 46.7867, longitude: -92.1005 };
const MINNEAPOLIS = { latitude: 44.9778, longitude: -93.265 };

/** Returns a business right after an admin has added it. */
function added(input: BusinessChange): BusinessDto {
  const { latitude, longitude, precision, ...address } = placeAfter(input).place;
  const location = latitude === null ? null : { latitude, longitude: longitude!, precision };
  return {
    address: { street: null, unit: null, state: 'MN', ...address },
    location,
  } as BusinessDto;
}

function details(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { details?: unknown }).details;
  }
}

describe(placeAfter.name, () => {
  it.each<[string, BusinessChange, object, [string, string][]]>([
    ['a ZIP code', { address: { postalCode: '55802' } }, { county: 'St. Louis', precision: 'postalCode' },
      [['address.county', 'address.postalCode'], ['location', 'address.postalCode']]],
    ['ZIP+4', { address: { postalCode: '55802-1234' } }, { postalCode: '55802', county: 'St. Louis' },
      [['address.county', 'address.postalCode'], ['location', 'address.postalCode']]],
    ['a city', { address: { city: 'St. Paul' } }, { city: 'Saint Paul', county: 'Ramsey', precision: 'city' },
      [['address.county', 'address.city'], ['location', 'address.city']]],
    ['an abbreviated city', { address: { city: 'W. St. Paul' } }, { city: 'West Saint Paul', county: 'Dakota' },
      [['address.county', 'address.city'], ['location', 'address.city']]],
    ['a location', { location: DULUTH }, { ...DULUTH, county: 'St. Louis', precision: 'exact' },
      [['address.county', 'location']]],
    ['nothing', {}, { county: null, latitude: null, precision: null }, []],
  ])('derives values from %s', (_, input, place, derived) => {
    const after = placeAfter(input);
    expect(after.place).toMatchObject(place);
    expect(after.derived).toEqual(derived.map(([field, from]) => ({ field, from })));
    expect(after.notices).toEqual([]);
  }); // prettier-ignore

  it('keeps stated values and corrects the spelling of the county', () => {
    const input = { address: { county: 'saint louis co.', postalCode: '55802' }, location: DULUTH };
    expect(placeAfter(input)).toMatchObject({
      place: { ...DULUTH, county: 'St. Louis', postalCode: '55802' },
      derived: [],
    });
  });

  it('derives values again from a new address', () => {
    const before = added({ address: { city: 'Duluth', postalCode: '55802' } });
    const after = placeAfter({ address: { city: 'Ely', postalCode: '55731' } }, before);
    expect(after.place).toMatchObject({ county: 'St. Louis', precision: 'postalCode' });
    expect(after.place.latitude).toBeCloseTo(47.9, 0);
    expect(after.derived).toEqual([{ field: 'location', from: 'address.postalCode' }]);
    const moved = placeAfter({ address: { city: 'Minneapolis', postalCode: '55401' } }, before);
    expect(moved.place).toMatchObject({ county: 'Hennepin', precision: 'postalCode' });
  });

  it('keeps stated values and reports values that do not fit the new address', () => {
    const before = added({ address: { county: 'Carlton', postalCode: '55802' }, location: null });
    const after = placeAfter({ address: { postalCode: '55401' } }, before);
    expect(after.place.county).toBe('Carlton');
    expect(after.notices).toEqual([
      {
        field: 'address.county',
        message: 'ZIP code 55401 is in Hennepin County. Carlton was kept.',
      },
    ]);

    const exact = added({ address: { postalCode: '55802' }, location: DULUTH });
    const moved = placeAfter({ address: { city: 'Minneapolis', postalCode: '55401' } }, exact);
    expect(moved.place).toMatchObject({ ...DULUTH, county: 'St. Louis' });
    expect(moved.notices).toMatchObject([
      { field: 'location', message: /^The location is 2\d\d km/ },
    ]);
  });

  it('keeps an unknown city and suggests a known one', () => {
    const after = placeAfter({ address: { city: 'Mineapolis' } });
    expect(after.place).toMatchObject({ city: 'Mineapolis', county: null });
    expect(after.notices).toEqual([
      {
        field: 'address.city',
        message:
          'Mineapolis is not a known city in Minnesota. It was kept. Did you mean Minneapolis?',
      },
    ]);
  });

  it('derives values again that null clears', () => {
    const before = added({
      address: { county: 'Carlton', postalCode: '55802' },
      location: DULUTH_LINE,
    });
    const { place } = placeAfter({ address: { county: null }, location: null }, before);
    expect(place).toMatchObject({ county: 'St. Louis', precision: 'postalCode' });
  });

  it('derives a missing county and location with any change', () => {
    const before = { ...added({ address: { postalCode: '55802' } }), location: null };
    before.address.county = null;
    expect(placeAfter({ phone: null }, before).derived).toHaveLength(2);
    const whole = added({ address: { postalCode: '55802' } });
    expect(placeAfter({ phone: null }, whole).derived).toEqual([]);
  });

  it.each<[BusinessChange, string, string]>([
    [{ address: { county: 'Hennipin' } }, 'address.county', 'Did you mean Hennepin?'],
    [{ address: { county: 'Pierce' } }, 'address.county', 'not a county in Minnesota.'],
    [{ address: { county: 'Hennepin' }, location: DULUTH }, 'address.county', 'is in St. Louis County, not in Hennepin County'],
    [{ location: { latitude: 44.8113, longitude: -91.4985 } }, 'location', 'not in Minnesota'],
  ])('rejects %j', (change, field, message) => {
    expect(details(() => placeAfter(change))).toEqual([
      { field, message: expect.stringContaining(message) as string },
    ]);
  }); // prettier-ignore

  it('rejects a location outside the stated county, but only if the location or county changes', () => {
    const before = added({ address: { county: 'Carlton', postalCode: '55802' } });
    const there = { location: MINNEAPOLIS };
    expect(details(() => placeAfter(there, before))).toMatchObject([{ field: 'location' }]);
    const contradictory = { ...before, location: { ...MINNEAPOLIS, precision: 'exact' as const } };
    expect(placeAfter({ phone: null }, contradictory).place).toMatchObject({ county: 'Carlton' });
  });

  it('treats a stated county as derived if it equals the derived one', () => {
    const before = added({ address: { county: 'Hennepin' }, location: MINNEAPOLIS });
    expect(placeAfter({ location: DULUTH }, before)).toMatchObject({
      place: { county: 'St. Louis' },
      derived: [{ field: 'address.county', from: 'location' }],
    });
  });
});

/** Point on the border of Carlton and St. Louis counties. */
const DULUTH_LINE = { latitude: 46.66, longitude: -92.3 };
