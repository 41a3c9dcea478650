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
    const cleaned = [...fictionalBusinesses(2_000, 7)].map((business) => {
      const row = objectRow(1, JSON.stringify(business), mapper);
      return 'record' in row ? cleanRecord(row.record, '2026-11-26') : { rejected: row.problem };
    });
    const businesses = cleaned.flatMap((row) =>
      'business' in row && row.notes.length === 0 ? [row.business] : [],
    );
    expect(new Set(businesses.map(({ precision }) => precision))).toEqual(new Set(['exact']));
    expect(businesses.filter(({ phone }) => !/^\+1\d{3}55501\d\d$/.test(phone!))).toEqual([]);
    const identities = businesses.map(({ name, street, city }) => `${name}|${street}|${city}`);
    expect(new Set(identities).size).toBe(2_000);
  });
});
