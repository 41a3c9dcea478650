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

/** Matches text that a spreadsheet may evaluate as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Prefixes formulas with an apostrophe. Numbers and phone numbers may start with a sign, because
 * they are harmless.
 */
function harmless(value: string | number): string {
  const text = String(value);
  return FORMULA.test(text) && !/^[+-]\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `csvLine` puts before a formula. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function escapeCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
