const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that a header line is written with: the one that it has most of outside quotes. */
export function detectDelimiter(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
