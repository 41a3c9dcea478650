import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { csvLine, csvText } from '#libs/text/src/csv.js';
import type { BatchTransactions } from '../writing/batch-transactions.js';
import type { RowReport } from './row-report.js';

const compress = promisify(gzip);

/** Characters that are stored at once: about a thousand rows. */
const PART = 128 * 1024;
/** More are not kept: about nine million rows. */
const MAX_PARTS = 8_000;

const COLUMNS = ['line', 'kind', 'businessId', 'slug', 'similarTo', 'reason', 'notes'];

/** The first line of the table of an import's rows. */
export const ROWS_HEADER = csvText([COLUMNS.join()]);

/**
 * Keeps what became of each row of an import, as CSV (RFC 4180) in the database: the table may be as
 * long as the file, and is to be had from whichever process is asked.
 */
export class RowsTable {
  private lines = '';
  private parts = 0;
  /** At most one part is on its way, while the rows of the next are added. */
  private storing = Promise.resolve();

  private constructor(
    private readonly transactions: BatchTransactions,
    private readonly importId: string,
  ) {}

  /** Begins with nothing, where the import was begun before. */
  static async begin(transactions: BatchTransactions, importId: string): Promise<RowsTable> {
    await transactions.run((client) =>
      client.query('DELETE FROM import_rows WHERE import_id = $1', [importId]),
    );
    return new RowsTable(transactions, importId);
  }

  async add(row: RowReport): Promise<void> {
    this.lines += csvText([csvLine(cellsOf(row))]);
    if (this.lines.length >= PART) await this.store();
  }

  /** Keeps what is left. */
  async close(): Promise<void> {
    if (this.lines !== '') await this.store();
    await this.storing;
  }

  private async store(): Promise<void> {
    await this.storing;
    const { lines } = this;
    this.lines = '';
    if (this.parts === MAX_PARTS) return;
    this.storing = this.write(lines, this.parts++);
    // Awaited with the next part; until then its failure is nobody's.
    this.storing.catch(() => {});
  }

  private async write(lines: string, part: number): Promise<void> {
    const content = await compress(lines);
    await this.transactions.run((client) =>
      client.query('INSERT INTO import_rows (import_id, part, content) VALUES ($1, $2, $3)', [
        this.importId,
        part,
        content,
      ]),
    );
  }
}

function cellsOf(row: RowReport) {
  if (row.kind === 'rejected') {
    return [row.line, row.kind, '', '', '', row.reason, row.notes?.join(' ')];
  }
  const { line, kind, businessId, slug, similarTo, notes } = row;
  return [line, kind, businessId, slug, similarTo, '', notes.join(' ')];
}
