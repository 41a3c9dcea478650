import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { Complete } from '../sources/source-input.dto.js';
import { ImportRefusedError } from '../source/limits.js';
import type { BatchTransactions } from './batch-transactions.js';
import { DirectoryChanges } from './directory-changes.js';
import type { DirectoryWriter } from './directory-writer.js';
import { withIds } from './find-stored.js';
import {
  findRowsAfter,
  findRowsOf,
  groupByBusiness,
  isSilent,
  type StoredRow,
} from './stored-row.js';

const PAGE = 500;

/** The share of a source's rows that a complete file may lack unless it is said, in percent. */
export const DEFAULT_MAX_MISSING = 10;

interface Options {
  complete: Complete;
  /** The share of the source's rows that may be missing, in percent. */
  maxMissing?: number | null;
  importId?: string;
  isDryRun: boolean;
}

/**
 * Closes or removes the businesses that a source had before and a complete file of it lacks, once
 * the whole file is written. A business that the file lists under another id only loses the values
 * of the former one. What an admin changed is not removed, nor what another source has as well.
 *
 * @returns how many rows were missing, without those whose businesses have another id
 * @throws ImportRefusedError where more are than may be; then nothing is closed or removed
 */
export async function settleMissing(
  transactions: BatchTransactions,
  clock: Clock,
  writer: DirectoryWriter,
  { complete, maxMissing: asked, importId, isDryRun }: Options,
): Promise<number> {
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
      `${missing} of the ${total} rows that its source had are missing in it, more than ` +
        `${maxMissing} %. So it was not taken for complete, and nothing was closed or removed.`,
    );
  }
  if (isDryRun || gone === 0) return missing;
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

/** All rows of a source, some at a time, each page in a transaction of its own. */
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
