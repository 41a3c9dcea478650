import type { RowListener, RowReport } from '../report/row-report.js';
import type { Complete } from '../sources/source-input.dto.js';
import { ImportRefusedError } from '../source/limits.js';
import type { DirectoryChanges } from './directory-changes.js';
import type { DirectoryWriter } from './directory-writer.js';
import { findRowsAfter } from './source-rows.repository.js';
import { isEmptied, type StoredRow } from './stored-row.js';
import { withRecordFields } from './values.js';

const PAGE = 500;

/** Default maximum percentage of a source's rows that a complete file may lack. */
const DEFAULT_MAX_MISSING = 10;

/** Options for a file that lists the whole source. */
export interface CompleteFile {
  complete: Complete;
  /** Maximum percentage of the source's rows that may be missing. */
  maxMissing?: number | null;
  /** Decides whether to continue, given the number of missing rows and of all rows of the source. */
  confirm?: (missing: number, total: number) => Promise<boolean>;
}

/**
 * Closes or removes businesses that a source listed before but that its complete file lacks, after
 * the whole file is written. A business listed under another id only loses the values of its
 * former id. Businesses with an admin's changes or with another source are not removed.
 *
 * @param listener receives each business that is closed, removed or changed, also in a dry run
 * @returns the number of missing rows, without businesses listed under another id; undefined if
 * `confirm` refused
 * @throws ImportRefusedError if too many rows are missing, or may be among unidentified ones; nothing
 * is closed or removed then
 */
export async function settleMissing(
  writer: DirectoryWriter,
  { complete, maxMissing: requested, confirm }: CompleteFile,
  listener: RowListener,
): Promise<number | undefined> {
  const maxMissing = requested ?? DEFAULT_MAX_MISSING;
  const isAbsent = (row: StoredRow) =>
    !writer.seen.has(row.key) &&
    !writer.namedBusinesses.has(row.businessId) &&
    !isListedLater(row, writer) &&
    !row.isMissing &&
    !isEmptied(row);
  // The file may list the business under another id of the source.
  const isListed = (businessId: string) => writer.seenBusinesses.has(businessId);
  let absent = 0;
  let missing = 0;
  let total = writer.dryRun?.added ?? 0;
  const { transactions, source } = writer;
  const sourceId = source.id;
  const pages = transactions.eachPage('', async (client, after) => {
    const rows = await findRowsAfter(client, sourceId, after, PAGE);
    return { rows, last: rows.at(-1)?.key };
  });
  for await (const { rows } of pages) {
    const absentRows = rows.filter(isAbsent);
    absent += absentRows.length;
    missing += absentRows.filter(({ businessId }) => !isListed(businessId)).length;
    total += rows.filter((row) => !isEmptied(row)).length;
  }
  if (missing * 100 > maxMissing * total) {
    throw new ImportRefusedError(
      `${missing} of the ${total} rows of this source are missing from the file, more than the limit of ` +
        `${maxMissing} %. Nothing was closed or removed. Check that the file is complete.`,
    );
  }
  if (missing > 0 && writer.unidentifiedRows > 0) {
    throw new ImportRefusedError(
      `Rows that are damaged or have no id (${writer.unidentifiedRows}) may be the missing ones. ` +
        'Nothing was closed or removed. ' +
        'Correct these rows and import the file again.',
    );
  }
  if (absent === 0) return missing;
  const needsConfirmation = confirm && missing > 0 && !writer.dryRun;
  if (needsConfirmation && !(await confirm(missing, total))) return undefined;
  const settled = transactions.eachPage('', async (client, after) => {
    const rows = await findRowsAfter(client, sourceId, after, PAGE);
    const absentRows = rows.filter(isAbsent);
    const ids = [...new Set(absentRows.map(({ businessId }) => businessId))];
    const changes = await writer.change(client, ids, (businesses, known, to) => {
      for (const businessId of ids) {
        const business = businesses.get(businessId)!;
        // All at once, also those of later pages: the business keeps its values if it is removed.
        const gone = known
          .get(businessId)!
          .filter((row) => row.sourceId === sourceId && isAbsent(row));
        if (complete === 'remove' || isListed(businessId)) to.delist(business, gone);
        else for (const row of gone) to.revise(business, row, { isMissing: true });
      }
    });
    return { reports: reportsOf(changes, writer), last: rows.at(-1)?.key };
  });
  for await (const { reports } of settled) for (const report of reports) await listener(report);
  return missing;
}

/** Reports whether an import that was started later, but ran at the same time, listed the row. */
function isListedLater(row: StoredRow, { importId }: DirectoryWriter): boolean {
  return importId !== null && row.importId !== null && row.importId > importId;
}

function reportsOf(changes: DirectoryChanges, { dryRun }: DirectoryWriter): RowReport[] {
  return Array.from(changes.updated(), ({ business, before, after }) => ({
    line: null,
    cells: [],
    kind: after.removed ? 'removed' : after.status === 'closed' ? 'closed' : 'updated',
    slug: business.slug,
    ...(!dryRun && { businessId: business.id }),
    before: withRecordFields(before),
    after: withRecordFields(after),
    notes: [],
  }));
}
