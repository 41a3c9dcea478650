import { cleanRow } from '../../../../test/support/clean-row.ts';
import type { RawRecord } from '../columns/fields.js';
import { identityOf, toCandidate } from './candidate.js';
import { compare } from './compare.js';
import type { StoredBusiness } from './stored-business.js';

const CAFE = { name: 'Loon Cafe', street: '12 Main St', city: 'Ely', postalCode: '55731', phone: '218-555-0100' }; // prettier-ignore

describe(compare.name, () => {
  const stored = (raw: RawRecord) =>
    ({ ...cleanRow(raw), matchKey: identityOf(cleanRow(raw)) }) as StoredBusiness;
  const compared = (change: RawRecord, of: RawRecord = CAFE) =>
    compare(toCandidate({ row: cleanRow({ ...CAFE, ...change }), line: 2 }), stored(of));

  it.each<[string, RawRecord]>([
    ['moved within the city', { street: '9 Oak St' }],
    ['has another name at the same address with the same phone', { name: 'Jensen Holdings' }],
    ['has a similar name and the same phone', { name: 'Cafe Loon', street: '', postalCode: '' }],
    ['has a typo at the beginning', { name: 'Lono Cafe', phone: '' }],
    ['has words in front, and no direction', { name: 'Old Loon Cafe', street: '12 Main St E', phone: '' }], // prettier-ignore
    ['has a similar name, and a typo in the street', { name: 'Loon Cafe Ely', street: '12 Mian St', phone: '' }], // prettier-ignore
  ])('is perhaps the same if it %s', (_, change) => {
    expect(compared(change)).toBe('perhaps');
  });

  it.each<[string, RawRecord]>([
    ['is a branch with its own phone', { street: '9 Oak St', phone: '218-555-0199' }],
    ['has another name in the building', { name: 'Pine Dental', phone: '' }],
    ['has a similar name at another house number', { name: 'Lono Cafe', street: '14 Main St', phone: '' }], // prettier-ignore
    ['shares only the phone', { name: 'Pine Dental', street: '9 Oak St' }],
    ['has the phone in another city', { city: 'Duluth', postalCode: '55802', street: '9 Oak St' }],
  ])('is different if it %s', (_, change) => {
    expect(compared(change)).toBe('different');
  });
});
