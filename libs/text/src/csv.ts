type Cell = string | number | Date | null | undefined;

/** Columns of a table: a function for each column name that returns the cell of an item. */
export type CsvColumns<T> = Record<string, (item: T) => Cell>;

/** Formats items as CSV (RFC 4180), with a header line. */
export function csvTable<T>(items: readonly T[], columns: CsvColumns<T>): string {
  const cells = Object.values(columns);
  return csvText([
    Object.keys(columns).join(),
    ...items.map((item) => csvLine(cells.map((cell) => cell(item)))),
  ]);
}

/**
 * Formats one line, without its line ending. Null becomes an empty cell, and dates use RFC 3339.
 */
export function csvLine(cells: readonly Cell[]): string {
  return cells
    .map((cell) => (cell instanceof Date ? cell.toISOString() : (cell ?? '')))
    .map((cell) => escapeCell(harmless(cell)))
    .join();
}

/** Joins lines with CRLF, including after the last one (RFC 4180, section 2). */
export function csvText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * Prefixes text that a spreadsheet would evaluate as a formula with an apostrophe (OWASP, "CSV
 * Injection"). Numbers and phone numbers may start with a sign, because they are harmless.
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
