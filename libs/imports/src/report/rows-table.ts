import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BatchTransactions } from '../writing/batch-transactions.js';
import { deleteParts, insertPart } from './row-parts.repository.js';
import type { RowReport } from './row-report.js';

const compress = promisify(gzip);

/** Characters per stored part, about a thousand rows. */
const PART = 128 * 1024;
/** Maximum number of stored parts, about eight million rows without changes. */
const MAX_PARTS = 8_000;

/**
 * Stores the outcome of every row as NDJSON in the database. The table can be as long as the file
 * and is available from every process.
 */
export class RowsTable {
  private lines = '';
  private rows = 0;
  private parts = 0;
  /** Number of rows in all earlier parts. */
  private rowsBefore = 0;
  /** Write of the current part. The next part is filled in the meantime. */
  private storing = Promise.resolve();

  private constructor(
    private readonly transactions: BatchTransactions,
    private readonly importId: string,
  ) {}

  /** Starts a new table, and deletes rows of an earlier attempt. */
  static async begin(transactions: BatchTransactions, importId: string): Promise<RowsTable> {
    await transactions.run((client) => deleteParts(client, importId));
    return new RowsTable(transactions, importId);
  }

  async add({ notes, ...row }: RowReport): Promise<void> {
    const stored = { ...row, cells: undefined, ...(notes?.length && { notes }) };
    this.lines += `${JSON.stringify(stored)}\n`;
    this.rows++;
    if (this.lines.length >= PART) await this.store();
  }

  /** Writes the last part. */
  async close(): Promise<void> {
    if (this.lines !== '') await this.store();
    await this.storing;
  }

  private async store(): Promise<void> {
    await this.storing;
    const { lines, rowsBefore } = this;
    this.lines = '';
    this.rowsBefore = this.rows;
    if (this.parts === MAX_PARTS) return;
    this.storing = this.write(lines, this.parts++, rowsBefore);
    // Awaited with the next part. This handler only prevents an unhandled rejection.
    this.storing.catch(() => {});
  }

  private async write(lines: string, part: number, rowsBefore: number): Promise<void> {
    const content = await compress(lines);
    const row = { importId: this.importId, part, rowsBefore, content };
    await this.transactions.run((client) => insertPart(client, row));
  }
}
