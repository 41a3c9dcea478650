import { writeFile } from 'node:fs/promises';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import type { SourceRow } from '#libs/imports/src/source/source-row.js';

/** Writes a file and reads all its rows. Expects that the progress ends at the size of the file. */
export async function readSource(
  path: string,
  content: Buffer | string,
  options?: Parameters<typeof openSource>[1],
): Promise<{ rows: SourceRow[]; encoding: string | null; columns: ReturnType<Source['columns']> }> {
  await writeFile(path, content);
  const source = await openSource(path, options);
  const rows: SourceRow[] = [];
  for await (const row of source.rows()) rows.push(row);
  expect(source.bytesRead()).toBe(source.size);
  return { rows, encoding: source.encoding, columns: source.columns() };
}
