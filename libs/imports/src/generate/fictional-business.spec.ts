import { cleanRecord } from '../cleaning/clean-record.js';
import { ColumnMapper } from '../columns/column-map.js';
import { objectRow } from '../source/json/object-row.js';
import { fictionalBusinesses } from './fictional-business.js';

describe(fictionalBusinesses.name, () => {
  it('returns the same businesses for the same seed', () => {
    const some = (seed: number) => [...fictionalBusinesses(50, seed)];
    expect(some(1)).toEqual(some(1));
    expect(some(1)).not.toEqual(some(2));
    expect([...fictionalBusinesses(20, 1)]).toEqual(some(1).slice(0, 20));
  });

  it('generates businesses that need no cleaning', () => {
    const mapper = new ColumnMapper();
    const identities = new Set<string>();
    for (const business of fictionalBusinesses(2_000, 7)) {
      const row = objectRow(1, JSON.stringify(business), mapper);
      const cleaned =
        'record' in row ? cleanRecord(row.record, '2026-11-26') : { rejected: row.problem };
      expect(cleaned).toMatchObject({ notes: [], business: { precision: 'exact' } });
      if ('business' in cleaned) {
        const { name, street, city, phone } = cleaned.business;
        expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
        identities.add(`${name}|${street}|${city}`);
      }
    }
    expect(identities.size).toBe(2_000);
  });
});
