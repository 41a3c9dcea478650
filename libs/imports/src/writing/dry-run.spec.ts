import { cleanRow } from '../../../../test/support/clean-row.ts';
import { toCandidate } from './candidate.js';
import type { DirectoryChanges } from './directory-changes.js';
import { DryRun } from './dry-run.js';
import type { StoredBusiness } from './stored-business.js';
import type { StoredRow } from './stored-row.js';

const shop = toCandidate({ row: cleanRow({ name: 'Shop', city: 'Ely', state: 'MN' }), line: 2 });
const storedAs = (n: number) =>
  ({ ...shop.row, id: String(n), slug: `shop-${n}`, matchKey: `shop ${n}|ely|` }) as StoredBusiness;
/** Changes with only new businesses. */
const changesOf = (businesses: StoredBusiness[]) =>
  ({
    inserts: businesses,
    updates: [],
    addedRows: () => [],
    writtenRows: () => [],
  }) as unknown as DirectoryChanges;

describe(DryRun.name, () => {
  it('holds at most 50,000 businesses, and reports that its outcomes are no longer exact', () => {
    const dryRun = new DryRun(0);
    const knows = (n: number) =>
      dryRun
        .among([], [{ ...shop, matchKey: `shop ${n}|ely|` }], new Map())
        .some(({ id }) => id === String(n));
    dryRun.remember(changesOf(Array.from({ length: 49_999 }, (_, n) => storedAs(n))));
    expect(dryRun.isExact).toBe(true);
    dryRun.remember(changesOf([storedAs(49_999), storedAs(50_000)]));
    expect(dryRun.isExact).toBe(false);
    expect([49_998, 49_999, 50_000].map(knows)).toEqual([true, true, false]);
  });

  it('holds the rows of at most 50,000 businesses', () => {
    const dryRun = new DryRun(0);
    const rowOf = (n: number) => ({ sourceId: 0, key: `key ${n}`, values: {} }) as StoredRow;
    const rowsOf = (numbers: number[]) => {
      const writtenRows = () => numbers.map((n) => [String(n), [rowOf(n)]]);
      return { ...changesOf([]), writtenRows } as unknown as DirectoryChanges;
    };
    dryRun.remember(rowsOf(Array.from({ length: 50_000 }, (_, n) => n)));
    expect(dryRun.isExact).toBe(false);
    dryRun.remember(rowsOf([49_999, 50_000]));
    expect([dryRun.rows.size, dryRun.marks.size]).toEqual([50_000, 50_000]);
  });
});
