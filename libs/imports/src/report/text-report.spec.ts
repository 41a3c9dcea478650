import { type RowReport, ImportCounts } from './row-report.js';
import { textReport } from './text-report.js';

describe(textReport.name, () => {
  it('has aligned lines for each kind, and lists problems apart from cleaned values', () => {
    const counts = new ImportCounts();
    const inserted: RowReport = {
      line: 2,
      cells: [],
      kind: 'inserted',
      slug: 'a',
      notes: ['zipPlus4'],
    };
    for (let i = 0; i < 11; i++) counts.add(inserted);
    counts.add({ ...inserted, notes: ['zipPlus4', 'phoneUnreadable'] });
    counts.add({ line: 14, cells: [], kind: 'rejected', reason: 'It has no name.' });
    expect(textReport(counts)).toBe(
      [
        'inserted   12',
        'updated     0',
        'unchanged   0',
        'merged      0',
        'rejected    1',
        'Problems:',
        '  1 × invalid phone number dropped',
        'Cleaned:',
        '  12 × ZIP+4 shortened to its five digits',
      ].join('\n'),
    );
    expect(counts.rows).toBe(13);
  });
});
