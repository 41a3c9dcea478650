import type { CleanBusiness } from '../cleaning/clean-record.js';
import { applyRow } from './apply-row.js';
import type { StoredBusiness } from './stored-business.js';

const NOTHING: CleanBusiness = {
  name: 'Northern Lantern Cafe',
  description: null,
  status: null,
  categories: [],
  street: null,
  unit: null,
  city: null,
  county: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  precision: null,
  phone: null,
  email: null,
  website: null,
  social: {},
  hours: [],
  establishedOn: null,
};

const stored = (change: Partial<StoredBusiness> = {}): StoredBusiness => ({
  ...NOTHING,
  id: 'id',
  slug: 'northern-lantern-cafe-duluth',
  status: 'open',
  city: 'Duluth',
  phone: '+12185550123',
  categories: ['Cafe'],
  social: { facebook: 'https://example.com/a' },
  matchKey: 'key',
  importDigest: null,
  isRemoved: false,
  ...change,
});

describe(applyRow.name, () => {
  it('replaces what differs', () => {
    const business = stored();
    expect(
      applyRow(business, { ...NOTHING, phone: '+12185550199', status: 'closed' }, 'replace'),
    ).toBe(true);
    expect(business).toMatchObject({ phone: '+12185550199', status: 'closed', city: 'Duluth' });
  });

  it('only adds what is missing, where it may only fill', () => {
    const business = stored();
    const row = {
      ...NOTHING,
      phone: '+12185550199',
      website: 'https://example.com',
      status: 'closed' as const,
    };
    expect(applyRow(business, row, 'fill')).toBe(true);
    expect(business).toMatchObject({
      phone: '+12185550123',
      website: 'https://example.com',
      status: 'open',
    });
  });

  it.each(['replace', 'fill'] as const)(
    '%s: adds categories and accounts, takes none away',
    (authority) => {
      const business = stored();
      applyRow(
        business,
        { ...NOTHING, categories: ['Bakery'], social: { instagram: 'https://example.com/b' } },
        authority,
      );
      expect(business.categories).toEqual(['Cafe', 'Bakery']);
      expect(Object.keys(business.social).sort()).toEqual(['facebook', 'instagram']);
    },
  );

  it.each(['replace', 'fill'] as const)(
    '%s: a row that says nothing new changes nothing',
    (authority) => {
      const business = stored();
      expect(
        applyRow(business, { ...NOTHING, categories: ['CAFE'], city: 'Duluth' }, authority),
      ).toBe(false);
      expect(business).toEqual(stored());
    },
  );

  it('never gives an exact place up for the centre of an area, and does the reverse', () => {
    const exact = { latitude: 46.8, longitude: -92.1, precision: 'exact' as const };
    const centre = { latitude: 46.7, longitude: -92.2, precision: 'postalCode' as const };
    expect(applyRow(stored(exact), { ...NOTHING, ...centre }, 'replace')).toBe(false);
    expect(applyRow(stored(centre), { ...NOTHING, ...exact }, 'fill')).toBe(true);
  });
});
