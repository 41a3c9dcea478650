type Cell = string | number | Date | null | undefined;

/** The columns of a table, by their names: what each has of an item. */
export type CsvColumns<T> = Record<string, (item: T) => Cell>;

/** Items as CSV (RFC 4180): a line for the names of columns, and one for each item. */
export function csvTable<T>(items: readonly T[], columns: CsvColumns<T>): string {
  const cells = Object.values(columns);
  return csvText([
    Object.keys(columns).join(),
    ...items.map((item) => csvLine(cells.map((cell) => cell(item)))),
  ]);
}

/** A line without its end. Nothing is an empty cell, and a time is written as RFC 3339 does. */
export function csvLine(cells: readonly Cell[]): string {
  return cells
    .map((cell) => (cell instanceof Date ? cell.toISOString() : (cell ?? '')))
    .map((cell) => escapeCell(harmless(cell)))
    .join();
}

/** RFC 4180, section 2: lines end with CRLF, the last one too. */
export function csvText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe before it, which makes it text (OWASP,
 * "CSV Injection"). Numbers and telephone numbers, though they begin with a sign, calculate nothing.
 */
function harmless(value: string | number): string {
  const text = String(value);
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Takes away the apostrophe that `csvLine` puts before what looks like a formula. */
export function withoutGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '');
}

function escapeCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
