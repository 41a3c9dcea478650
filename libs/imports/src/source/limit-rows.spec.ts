import { limitRows } from './open-source.js';
import type { SourceRow } from './source-row.js';

describe(limitRows.name, () => {
  it('accepts rows up to the limit, and refuses one more', async () => {
    const value: SourceRow = { line: 1, cells: [], record: {} };
    const endless = { next: async () => ({ value, done: false as const }) };
    const rows = limitRows({ [Symbol.asyncIterator]: () => endless }, 1_000);
    let passed = 0;
    const read = async () => {
      while (!(await rows.next()).done) passed++;
    };
    await expect(read()).rejects.toThrow('It has more than 1000 rows.');
    expect(passed).toBe(1_000);
  });
});
