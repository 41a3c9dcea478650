import { batchOf, readSteps } from './migration-files.js';

describe(readSteps.name, () => {
  it('finds one step where none is named', () => {
    expect(readSteps('SELECT 1;\n-- A comment\nSELECT 2;')).toEqual([
      { sql: 'SELECT 1;\n-- A comment\nSELECT 2;', firstLine: 1, isInBatches: false },
    ]);
  });

  it('finds where each begins, and which are done in batches', () => {
    const steps = readSteps(
      'SELECT 1;\n\n-- Step in batches: rows\nDELETE LIMIT ALL;\n-- Step: index\nSELECT 3;',
    );
    expect(steps).toEqual([
      { sql: 'SELECT 1;\n', firstLine: 1, isInBatches: false },
      { sql: '-- Step in batches: rows\nDELETE LIMIT ALL;', firstLine: 3, isInBatches: true },
      { sql: '-- Step: index\nSELECT 3;', firstLine: 5, isInBatches: false },
    ]);
    expect(batchOf(steps[1]!, 10)).toBe('-- Step in batches: rows\nDELETE LIMIT 10;');
  });

  it('refuses batches without a limit', () => {
    expect(() => readSteps('SELECT 1;\n-- Step in batches: rows\nDELETE;')).toThrow(
      'The step at line 2 needs a LIMIT ALL for its batches.',
    );
  });
});
