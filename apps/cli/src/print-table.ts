/** Columns as wide as their widest cell; those of numbers alone stand at the right. */
export function printTable(heads: string[], rows: string[][]): void {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => [...line[column]!].length)),
  );
  const areNumbers = heads.map((_, column) => rows.every((row) => /^\d*$/.test(row[column]!)));
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const blanks = ' '.repeat(widths[column]! - [...cell].length);
      return areNumbers[column] ? blanks + cell : cell + blanks;
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
