import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import { NIL } from 'uuid';
import type { Clock } from '#libs/config/src/clock.js';
import type { UndoneImportDto } from '../uploads/import.dto.js';
import type { BatchTransactions } from './batch-transactions.js';
import { DirectoryChanges } from './directory-changes.js';
import {
  countRowsChangedLater,
  findChanges,
  findEdits,
  findRowsOf,
  findRowsOfImport,
  markUndone,
  type Recorded,
} from './source-rows.repository.js';
import type { StoredBusiness } from './stored-business.js';
import { withIds } from './stored-businesses.repository.js';
import { type FieldChanges, type Values, valuesOf } from './values.js';

const PAGE = 500;
/** Maximum number of kept businesses listed by name. */
const MAX_NAMED = 100;

/**
 * Reverts an import: restores its source's former rows, and updates the businesses from them.
 * Values that an admin changed since are kept. Can be called again after an interruption.
 *
 * @param hold renews the lease on the import every few hundred rows
 */
export async function undoImport(
  transactions: BatchTransactions,
  clock: Clock,
  { importId, sourceId }: { importId: string; sourceId: number },
  hold: () => Promise<void>,
): Promise<UndoneImportDto> {
  const undone: UndoneImportDto = { restored: 0, removed: 0, kept: 0, named: [], changedLater: 0 };
  const count = async (pages: AsyncIterable<UndonePage>) => {
    for await (const page of pages) {
      undone.restored += page.restored;
      undone.removed += page.removed;
      undone.kept += page.kept.length;
      undone.changedLater += page.changedLater;
      undone.named.push(...page.kept.slice(0, MAX_NAMED - undone.named.length));
      await hold();
    }
  };
  await hold();
  await count(
    transactions.eachPage(NIL, (client, after) => undoEdits(client, clock, importId, after)),
  );
  await count(
    transactions.eachPage('', (client, after) =>
      undoRows(client, clock, { importId, sourceId, after }),
    ),
  );
  undone.changedLater += await transactions.run((client) =>
    countRowsChangedLater(client, importId, sourceId),
  );
  return undone;
}

interface UndonePage {
  /** Start of the next page; undefined after the last one. */
  last: string | undefined;
  restored: number;
  removed: number;
  kept: UndoneImportDto['named'];
  /** Number of edits that must be undone again after those of a later import. */
  changedLater: number;
}

/** Restores the former values of edited businesses, except values changed since. */
async function undoEdits(
  client: PoolClient,
  clock: Clock,
  importId: string,
  after: string,
): Promise<UndonePage> {
  const page = await findEdits(client, importId, after, PAGE);
  const businesses = await withIds(
    client,
    page.map(({ businessId }) => businessId),
  );
  const stored = new Map(businesses.map((business) => [business.id, business]));
  const changes = new DirectoryChanges(new Map(), null);
  const kept: UndoneImportDto['named'] = [];
  const changedLater = new Set<string>();
  for (const { businessId, isChangedLater, ...change } of page) {
    const business = stored.get(businessId)!;
    // Keep businesses removed that an admin removed.
    if (business.isRemoved) continue;
    const fields = revert(changes, business, change);
    if (fields.length === 0) continue;
    kept.push({ slug: business.slug, fields });
    if (isChangedLater) changedLater.add(businessId);
  }
  await finish(client, clock, changes, importId, changedLater);
  const restored = changes.updates.size;
  return {
    last: page.at(-1)?.businessId,
    removed: 0,
    restored,
    kept,
    changedLater: changedLater.size,
  };
}

/**
 * Restores the values of a business from before a change, except values changed since.
 *
 * @returns the fields changed since
 */
function revert(
  changes: DirectoryChanges,
  business: StoredBusiness,
  { before, after }: FieldChanges,
): string[] {
  const own = valuesOf(business);
  const isIn = (values: Values, field: string) =>
    isDeepStrictEqual(own[field] ?? null, values[field]);
  const fields = Object.keys(after).filter((field) => !isIn(before, field));
  const former = fields
    .filter((field) => isIn(after, field))
    .map((field) => [field, before[field] ?? undefined] as const);
  if (former.length > 0) changes.edit(business, Object.fromEntries(former));
  return fields.filter((field) => !isIn(after, field));
}

async function finish(
  client: PoolClient,
  clock: Clock,
  changes: DirectoryChanges,
  importId: string,
  unfinished: ReadonlySet<string> = new Set(),
): Promise<void> {
  await changes.assignSlugs(client);
  await changes.write(client, clock.now());
  const ids = Array.from(changes.updates, ({ id }) => id).filter((id) => !unfinished.has(id));
  await markUndone(client, importId, ids, clock.now());
}

async function undoRows(
  client: PoolClient,
  clock: Clock,
  { importId, sourceId, after }: { importId: string; sourceId: number; after: string },
): Promise<UndonePage> {
  const page = await findRowsOfImport(client, { importId, sourceId, after }, PAGE);
  const ids = [...new Set(page.map(({ businessId }) => businessId))];
  const businesses = new Map((await withIds(client, ids)).map((each) => [each.id, each]));
  const known = await findRowsOf(client, ids);
  const recorded = await findChanges(client, importId, ids);
  const changes = new DirectoryChanges(known, null);
  const kept: UndoneImportDto['named'] = [];
  for (const businessId of ids) {
    const business = businesses.get(businessId)!;
    // All at once, also those of later pages: a value may pass from one row to another.
    const rows = known
      .get(businessId)!
      .filter((row) => row.sourceId === sourceId && row.importId === importId);
    const ofBusiness = recorded.get(businessId) ?? [];
    const byIt = ofBusiness.find(({ isOfImport }) => isOfImport);
    // Keep businesses removed that an admin removed.
    if (business.isRemoved && !byIt?.isRemoval) continue;
    if (business.isRemoved) changes.setRemoved(business, false);
    const isNew = byIt?.before === null;
    const left = changes.undo(business, rows, isNew ? undefined : ofBusiness.filter(isOfFields));
    if (left === 'whole') kept.push({ slug: business.slug, fields: [] });
    else if (left.length > 0) kept.push({ slug: business.slug, fields: left });
    // Undoing the earlier import that removed the business will restore only its row.
    if (business.isRemoved && byIt && isOfFields(byIt)) revert(changes, business, byIt);
  }
  const removed = [...changes.updates].filter(({ isRemoved }) => isRemoved).length;
  const restored = changes.updates.size - removed;
  await finish(client, clock, changes, importId);
  // `countRowsChangedLater` counts rows.
  return { last: page.at(-1)?.key, removed, restored, kept, changedLater: 0 };
}

function isOfFields(change: Recorded): change is Recorded & FieldChanges {
  return change.before !== null && change.after !== null;
}
