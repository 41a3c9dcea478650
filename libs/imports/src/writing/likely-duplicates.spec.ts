import { fictionalRows, measurePairs, totalsOf } from '../../../../test/support/duplicate-pairs.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { cloneWithinRealm } from '../../../../test/support/use-empty-directory.ts';

describe('likely duplicates', () => {
  const served = useMigratedDatabase();
  beforeAll(cloneWithinRealm);

  it('merges or flags 95 of 100 pairs, and merges no two businesses', async () => {
    const { recall, mergePrecision } = totalsOf(
      await measurePairs(served.database, fictionalRows(400, 3)),
    );
    expect(mergePrecision).toBe(1);
    expect(recall).toBeGreaterThan(0.95);
  });
});
