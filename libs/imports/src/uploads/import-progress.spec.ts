import { ColumnMap } from '../columns/column-map.js';
import type { RowReport } from '../report/row-report.js';
import type { Source } from '../source/open-source.js';
import { NewCategories } from '../writing/categories.js';
import { ImportProgress } from './import-progress.js';

const MAX_PROBLEMS = 1_000;

const row = (
  line: number,
  kind: 'inserted' | 'merged',
  notes: ('zipPlus4' | 'phoneUnreadable')[] = [],
) => ({ line, cells: ['secret'], kind, slug: 'loon', notes }) satisfies RowReport;
const rejected = (line: number): RowReport => ({
  line,
  cells: [],
  kind: 'rejected',
  reason: 'No.',
});

describe(ImportProgress.name, () => {
  const after = (rows: RowReport[]) => {
    const writer = { newCategories: new NewCategories() };
    const progress = new ImportProgress(
      { bytesRead: () => 7, columns: () => new ColumnMap([]) } as Source,
      writer,
    );
    for (const each of rows) progress.add(each);
    const { counts, problems } = progress.record;
    return { counts, problems, lines: (problems as { line: number }[]).map(({ line }) => line) };
  };

  it('lists rejected rows, then rows with lost values, without their cells and other notes', () => {
    const { lines, problems } = after([
      row(2, 'merged', ['phoneUnreadable', 'zipPlus4']),
      row(3, 'merged'),
      row(4, 'inserted', ['zipPlus4']),
      rejected(5),
    ]);
    expect(lines).toEqual([5, 2]);
    const loon = { line: 2, kind: 'merged', slug: 'loon', notes: ['phoneUnreadable'] };
    expect(problems[1]).toEqual(loon);
  });

  it(`lists ${MAX_PROBLEMS} rows but counts all, and never drops a rejected row for another`, () => {
    const merged = Array.from({ length: MAX_PROBLEMS + 1 }, (_, n) =>
      row(n + 2, 'merged', ['phoneUnreadable']),
    );
    expect(after(merged).problems).toHaveLength(MAX_PROBLEMS);
    const { counts, lines } = after([...merged, rejected(5_000), rejected(5_001)]);
    expect(counts).toMatchObject({ merged: MAX_PROBLEMS + 1, rejected: 2 });
    expect(lines).toHaveLength(MAX_PROBLEMS);
    expect(lines.slice(0, 3)).toEqual([5_000, 5_001, 2]);
    const lost = Array.from({ length: MAX_PROBLEMS + 1 }, (_, n) => rejected(n + 2));
    expect(after(lost).lines.at(-1)).toBe(MAX_PROBLEMS + 1);
  });
});
