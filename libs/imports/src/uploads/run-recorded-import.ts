import type { RowListener } from '../report/row-report.js';
import { RowsTable } from '../report/rows-table.js';
import { runImport } from '../run-import.js';
import type { Source } from '../source/open-source.js';
import type { Complete } from '../sources/source-input.dto.js';
import type { DirectoryWriter } from '../writing/directory-writer.js';
import { type CompleteFile, settleMissing } from '../writing/missing-rows.js';
import type { ImportProgress } from './import-progress.js';

interface Options extends Omit<CompleteFile, 'complete'> {
  /** Action for businesses missing from the file; none unless it is complete. */
  complete?: Complete | null;
  /** Interrupts the import between two batches. */
  signal: AbortSignal;
  /** Maximum rows per transaction. */
  rows: number;
  /** Receives the outcome of every row after it was recorded. */
  listener: RowListener;
}

/**
 * Imports a source, and then closes or removes what a complete file lacks. Records the outcome of
 * every row in the progress and, if the import has an id, in the database.
 *
 * @returns whether it reached the end of the source
 */
export async function runRecordedImport(
  source: Source,
  writer: DirectoryWriter,
  progress: ImportProgress,
  { complete, signal, rows, listener, ...options }: Options,
): Promise<boolean> {
  const { transactions, importId } = writer;
  const table = importId === null ? undefined : await RowsTable.begin(transactions, importId);
  const record: RowListener = async (row) => {
    progress.add(row);
    await table?.add(row);
    await listener(row);
  };
  try {
    const isWhole = await runImport(source, writer, signal, record, rows);
    if (isWhole && complete) {
      progress.missing = await settleMissing(writer, { complete, ...options }, record);
    }
    return isWhole;
  } finally {
    await table?.close();
  }
}
