import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { Complete } from '../sources/source-input.dto.js';
import { ImportRefusedError } from '../source/limits.js';
import type { BatchTransactions } from './batch-transactions.js';
import { DirectoryChanges } from './directory-changes.js';
import type { DirectoryWriter } from './directory-writer.js';
import { findRowsAfter, findRowsOf } from './source-rows.repository.js';
import { withIds } from './stored-businesses.repository.js';
import { groupByBusiness, isSilent, type StoredRow } from './stored-row.js';

const PAGE = 500;

/** Default maximum percentage of a source's rows that a complete file may lack. */
export const DEFAULT_MAX_MISSING = 10;

interface Options {
  complete: Complete;
  /** Maximum percentage of the source's rows that may be missing. */
  maxMissing?: number | null;
  importId?: string;
  isDryRun: boolean;
  /** Decides whether to continue, given the number of missing rows and of all rows of the source. */
  confirm?: (missing: number, total: number) => Promise<boolean>;
}

/**
 * Closes or removes businesses that a source listed before but that its complete file lacks, after
 * the whole file is written. A business listed under another id only loses the values of its
 * former id. Businesses with an admin's changes or with another source are not removed.
 *
 * @returns the number of missing rows, without businesses listed under another id; undefined if
 * `confirm` refused
 * @throws ImportRefusedError if too many rows are missing; nothing is closed or removed then
 */
export async function settleMissing(
  transactions: BatchTransactions,
  clock: Clock,
  writer: DirectoryWriter,
  { complete, maxMissing: asked, importId, isDryRun, confirm }: Options,
): Promise<number | undefined> {
  const maxMissing = asked ?? DEFAULT_MAX_MISSING;
  const isGone = (row: StoredRow) => !writer.met.has(row.key) && !row.isMissing && !isSilent(row);
  // The file may list the business under another id.
  const isListed = ({ businessId }: StoredRow) => writer.metBusinesses.has(businessId);
  let [gone, missing, total] = [0, 0, 0];
  await eachPage(transactions, writer.source.id, async (_, rows) => {
    total += rows.filter((row) => !isSilent(row)).length;
    const goneHere = rows.filter(isGone);
    gone += goneHere.length;
    missing += goneHere.filter((row) => !isListed(row)).length;
  });
  if (missing * 100 > maxMissing * total) {
    throw new ImportRefusedError(
      `${missing} of the ${total} rows of this source are missing from the file, more than the limit of ` +
        `${maxMissing} %. Nothing was closed or removed. Check that the file is complete.`,
    );
  }
  if (isDryRun || gone === 0) return missing;
  if (confirm && missing > 0 && !(await confirm(missing, total))) return undefined;
  await eachPage(transactions, writer.source.id, async (client, rows) => {
    const goneHere = rows.filter(isGone);
    const ids = [...new Set(goneHere.map(({ businessId }) => businessId))];
    const businesses = new Map((await withIds(client, ids)).map((each) => [each.id, each]));
    const known = groupByBusiness(await findRowsOf(client, ids));
    const changes = new DirectoryChanges(known, importId ?? null);
    for (const { key, businessId } of goneHere) {
      const business = businesses.get(businessId)!;
      const row = known.get(businessId)!.find((other) => {
        return other.sourceId === writer.source.id && other.key === key;
      })!;
      const isClosed = complete === 'close' && !isListed(row);
      if (isClosed) changes.revise(business, row, { isMissing: true });
      else changes.silence(business, row);
    }
    await changes.nameAnew(client);
    await changes.write(client, clock.now());
  });
  return missing;
}

/** Processes all rows of a source page by page, each page in its own transaction. */
async function eachPage(
  transactions: BatchTransactions,
  sourceId: number,
  work: (client: PoolClient, rows: StoredRow[]) => Promise<void>,
): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    last = await transactions.run(async (client) => {
      const rows = await findRowsAfter(client, sourceId, after, PAGE);
      await work(client, rows);
      return rows.at(-1)?.key;
    });
  }
}
