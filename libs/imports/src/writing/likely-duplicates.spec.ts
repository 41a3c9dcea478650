import { fictionalRows, measurePairs } from '../../../../test/support/duplicate-pairs.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { cloneWithinRealm } from '../../../../test/support/use-empty-directory.ts';

describe('likely duplicates', () => {
  const served = useMigratedDatabase();
  beforeAll(cloneWithinRealm);

  it('merges or flags 95 of 100 pairs, and merges no two businesses', async () => {
    const rows = fictionalRows(400, 3);
    const { recall, wrongMerges } = await measurePairs(served.database, rows);
    expect(wrongMerges).toEqual([]);
    expect(recall).toBeGreaterThan(0.95);
  });
});
