/** Columns as wide as their widest cell; numbers stand at the right. */
export function printTable(heads: string[], rows: string[][]): void {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => [...line[column]!].length)),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) => pad(cell, widths[column]!));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

function pad(cell: string, width: number): string {
  const blanks = ' '.repeat(width - [...cell].length);
  return /^\d+$/.test(cell) ? blanks + cell : cell + blanks;
}
