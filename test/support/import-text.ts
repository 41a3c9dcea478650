import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#libs/config/src/clock.js';
import type { RowReport } from '#libs/imports/src/report/row-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import type { Complete } from '#libs/imports/src/sources/source-input.dto.js';
import { BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { type ImportSource, keyMapping, UNNAMED } from '#libs/imports/src/writing/import-source.js';
import { settleMissing } from '#libs/imports/src/writing/missing-rows.js';
import { undoImport } from '#libs/imports/src/writing/undo-import.js';
import { ManualClock } from './manual-clock.ts';

interface Options {
  source?: ImportSource;
  complete?: Complete;
  maxMissing?: number;
  confirm?: (missing: number, total: number) => Promise<boolean>;
  isDryRun?: boolean;
  /** Number of rows per batch. */
  rows?: number;
  clock?: Clock;
}

/** Imports text as the programs import a file. */
export async function importText(
  { pool }: { pool: Pool },
  text: string,
  {
    source = UNNAMED,
    complete,
    maxMissing,
    confirm,
    isDryRun = false,
    rows,
    clock = new ManualClock(),
  }: Options = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'import-text-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, text);
    const transactions = new BatchTransactions(() => pool.connect());
    const importId = uuidv7();
    const writer = new DirectoryWriter(transactions, clock, { source, importId, isDryRun });
    const file = await openSource(path, { mapping: keyMapping(source) });
    const reports: RowReport[] = [];
    const listener = (row: RowReport) => void reports.push(row);
    await runImport(file, writer, new AbortController().signal, listener, rows);
    const missing =
      complete && (await settleMissing(writer, { complete, maxMissing, confirm }, listener));
    const undo = () =>
      undoImport(transactions, clock, { importId, sourceId: source.id }, async () => {});
    const kinds = reports.map(({ kind }) => kind);
    const newCategories = [...writer.newCategories.names];
    return { importId, reports, kinds, newCategories, missing, undo };
  } finally {
    await rm(folder, { recursive: true });
  }
}
