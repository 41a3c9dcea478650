import { batchOf, readSteps } from './migration-files.js';

describe(readSteps.name, () => {
  it('returns one step if the file names none', () => {
    expect(readSteps('SELECT 1;\n-- A comment\nSELECT 2;')).toEqual([
      { sql: 'SELECT 1;\n-- A comment\nSELECT 2;', firstLine: 1, isInBatches: false },
    ]);
  });

  it('finds the start of each step and the steps in batches', () => {
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

  it('rejects a step in batches without a limit', () => {
    expect(() => readSteps('SELECT 1;\n-- Step in batches: rows\nDELETE;')).toThrow(
      'The step at line 2 needs LIMIT ALL to mark the size of its batches.',
    );
  });
});
