import stringWidth from 'string-width';
import { excerpt } from '#libs/text/src/excerpt.js';

/** Columns of a table: a function for each heading that returns the cell of an item. */
export type Columns<T> = Record<string, (item: T) => string | number | Date | null | undefined>;

export interface ListOptions {
  json?: true;
}

export const JSON_OPTION = ['--json', 'print JSON'] as const;

/** The page that a list prints. */
export const FIRST_PAGE = { page: 1, limit: 1000 };

const LONGEST_CELL = 200;

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a value as JSON to standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints a list as a table or a JSON array. */
export function printList<T>(
  items: readonly T[],
  { json }: ListOptions,
  columns: Columns<T>,
): void {
  if (json) printJson(items);
  else printTable(items, columns);
}

export function printTable<T>(items: readonly T[], columns: Columns<T>): void {
  const rows = items.map((item) => Object.values(columns).map((show) => cellOf(show(item))));
  for (const line of tableLines(Object.keys(columns), rows)) print(line);
}

/** Prints the first page of a list, and a note about the other items. */
export function printPage<T>(
  { items, total }: { items: readonly T[]; total: number },
  options: ListOptions,
  columns: Columns<T>,
): void {
  printList(items, options, columns);
  printRest(items.length, total);
}

/** Prints an item with one line for each fact, or as a JSON object. */
export function printItem<T>(item: T, { json }: ListOptions, facts: Columns<T>): void {
  if (json) return printJson(item);
  const shown = Object.entries(facts).map(([name, show]) => [name, cellOf(show(item), Infinity)]);
  const width = Math.max(...shown.map(([name]) => stringWidth(name!)));
  for (const [name, value] of shown) {
    if (value) print(`${name}${blanksTo(width, name!)}  ${value}`);
  }
}

/** Prints a note about omitted items to standard error, where it does not disturb programs. */
export function printRest(shown: number, total: number): void {
  if (total > shown) process.stderr.write(`Showing the first ${shown} of ${total}.\n`);
}

/**
 * Formats a table. Columns are as wide as their widest cell, in which emoji and Chinese characters
 * count twice. Columns of numbers are right-aligned.
 */
export function tableLines(heads: readonly string[], rows: readonly string[][]): string[] {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => stringWidth(line[column]!))),
  );
  const areNumbers = heads.map((_, column) => rows.every((row) => /^\d*$/.test(row[column]!)));
  return lines.map((line) =>
    line
      .map((cell, column) => {
        const blanks = blanksTo(widths[column]!, cell);
        return areNumbers[column] ? blanks + cell : cell + blanks;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a cell as one line without control characters. */
function cellOf(value: string | number | Date | null | undefined, longest = LONGEST_CELL): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return `${value.toISOString().slice(0, 16)}Z`;
  return excerpt(String(value), longest);
}

function blanksTo(width: number, cell: string): string {
  return ' '.repeat(width - stringWidth(cell));
}
