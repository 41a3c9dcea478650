import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { BatchTransactions } from './batch-transactions.js';
import { DirectoryChanges } from './directory-changes.js';
import { withIds } from './find-stored.js';
import { findRowsOf, groupByBusiness, isSilent } from './stored-row.js';
import type { FieldChanges, Values } from './values.js';

const PAGE = 500;
/** More of what was kept are counted, but not named. */
const MAX_NAMED = 100;

/** What came of undoing an import, in businesses. */
export interface Undone {
  /** They have again what they had before. */
  restored: number;
  /** The import had brought them, so they are gone. */
  removed: number;
  /** Somebody changed since what the import had changed, and that stays. */
  kept: number;
  /** The first of those that were kept: which of their fields; empty for a business as a whole. */
  named: { slug: string; fields: string[] }[];
  /** Rows that a later import of the same source changed: undo that one first. */
  changedLater: number;
}

/**
 * Brings back what an import changed: its source says of each business what it said before, and the
 * business follows, but for what an admin changed since. May be called again where it was
 * interrupted.
 *
 * @param hold makes sure, some hundred rows at a time, that nobody else is at the import
 */
export async function undoImport(
  transactions: BatchTransactions,
  clock: Clock,
  { importId, sourceId }: { importId: string; sourceId: number },
  hold: () => Promise<void>,
): Promise<Undone> {
  const undone: Undone = { restored: 0, removed: 0, kept: 0, named: [], changedLater: 0 };
  let last: string | undefined = '';
  while (last !== undefined) {
    await hold();
    const after: string = last;
    const page = await transactions.run((client) =>
      undoPage(client, clock, { importId, sourceId, after }),
    );
    last = page.last;
    undone.restored += page.restored;
    undone.removed += page.removed;
    undone.kept += page.kept.length;
    undone.named.push(...page.kept.slice(0, MAX_NAMED - undone.named.length));
  }
  undone.changedLater = await transactions.run(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM source_rows
       WHERE source_id = $1 AND former @> $2::jsonb`,
      [sourceId, JSON.stringify([{ importId }])],
    );
    return rows[0]!.count;
  });
  return undone;
}

async function undoPage(
  client: PoolClient,
  clock: Clock,
  { importId, sourceId, after }: { importId: string; sourceId: number; after: string },
) {
  const { rows: page } = await client.query<{ key: string; businessId: string }>(
    `SELECT key, business_id AS "businessId" FROM source_rows
     WHERE source_id = $1 AND key > $2 AND import_id = $3 ORDER BY key LIMIT ${PAGE}`,
    [sourceId, after, importId],
  );
  const ids = [...new Set(page.map(({ businessId }) => businessId))];
  const businesses = new Map((await withIds(client, ids)).map((each) => [each.id, each]));
  const known = groupByBusiness(await findRowsOf(client, ids));
  const recorded = await findChanges(client, importId, ids);
  const changes = new DirectoryChanges(known, null);
  const kept = new Map<string, { slug: string; fields: string[] }>();
  for (const { key, businessId } of page) {
    const business = businesses.get(businessId)!;
    const row = known
      .get(businessId)!
      .find((other) => other.sourceId === sourceId && other.key === key)!;
    const ofBusiness = recorded.get(businessId) ?? [];
    const byIt = ofBusiness.find(({ isOfImport }) => isOfImport);
    // What an admin removed stays removed.
    if (business.isRemoved && byIt?.after?.removed !== true) continue;
    if (business.isRemoved) changes.setRemoved(business, false);
    const [before] = row.former;
    const isNew = byIt?.before === null;
    const brought = isNew ? undefined : ofBusiness.filter(isOfFields);
    const left =
      before && !isSilent(before)
        ? changes.restore(business, row, brought).kept
        : changes.takeBack(business, row, brought);
    if (left === 'whole') kept.set(businessId, { slug: business.slug, fields: [] });
    else if (left.length > 0) kept.set(businessId, { slug: business.slug, fields: left });
  }
  const removed = [...changes.updates].filter(({ isRemoved }) => isRemoved).length;
  const restored = changes.updates.size - removed;
  await changes.nameAnew(client);
  await changes.write(client, clock.now());
  await client.query(
    `UPDATE import_changes SET undone_at = $3 WHERE import_id = $1 AND business_id = ANY($2)`,
    [importId, Array.from(changes.updates, ({ id }) => id), clock.now()],
  );
  return { last: page.at(-1)?.key, removed, restored, kept: [...kept.values()] };
}

/** What an import changed of a business; null where it brought all of it. */
type Recorded = { isOfImport: boolean } & { [state in keyof FieldChanges]: Values | null };

function isOfFields(change: Recorded): change is Recorded & FieldChanges {
  return change.before !== null && change.after !== null;
}

/** What imports changed of some businesses, by their ids, but for what was undone of others. */
async function findChanges(
  client: PoolClient,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, Recorded[]>> {
  const { rows } = await client.query<Recorded & { businessId: string }>(
    `SELECT business_id AS "businessId", import_id = $1 AS "isOfImport", before, after
     FROM import_changes
     WHERE business_id = ANY($2) AND (undone_at IS NULL OR import_id = $1)`,
    [importId, ids],
  );
  return groupByBusiness(rows);
}
