import { jsonObject, rfc3339, SqlParameters, type Statements } from '#libs/database/src/sql.js';
import { dealRecord } from '#libs/deals/src/record/deal-record.sql.js';
import type { DirectoryState } from '#libs/directory/src/directory.repository.js';
import { eventRecord } from '#libs/events/src/record/event-record.sql.js';
import { MAX, NIL } from 'uuid';
import {
  BEGINNING,
  CHANGE_TYPES,
  type ChangeType,
  endOf,
  KINDS,
  type Position,
} from './position.js';

/** Changes after a position, read from one state of the directory. */
export interface ChangePage extends DirectoryState {
  changes: Change[];
  hasMore: boolean;
  /** Position to continue from. */
  next: Position;
}

export interface Change {
  type: string;
  id: string;
  /** Record as JSON, with only the path as `url`. Null if the record was deleted. */
  record: string | null;
}

/** A change with the state of the directory. */
interface Row extends Change, DirectoryState {
  /** Null, like the fields of the change, in the single row of an empty page. */
  time: Date | null;
  kind: number;
}

/** Selects the changes to read. */
export interface ChangeCriteria {
  /** Position to start after. Undefined starts with the first change. */
  after?: Position;
  /** Types of changes to read. Undefined reads all types. */
  type?: ChangeType[];
  limit: number;
}

export async function readChangePage(
  database: Statements,
  { after, type, limit }: ChangeCriteria,
): Promise<ChangePage> {
  const parameters = new SqlParameters();
  const text = changesThat(after ?? BEGINNING, type ?? CHANGE_TYPES, limit + 1, parameters);
  const { rows } = await database.query<Row>(text, parameters.values);
  const { version, epoch, changedAt } = rows[0]!;
  const found = rows.filter((row) => row.time !== null);
  const hasMore = found.length > limit;
  const changes = found.slice(0, limit);
  const last = changes.at(-1);
  return {
    version,
    epoch,
    changedAt,
    changes,
    hasMore,
    next: hasMore
      ? { epoch, time: last!.time!.getTime(), kind: last!.kind, id: last!.id }
      : endOf(epoch, changedAt),
  };
}

const NAMED_CATEGORY = jsonObject({
  id: 'c.id',
  slug: 'c.slug',
  name: 'c.name',
  parent: 'p.slug',
  namedAt: rfc3339('c.named_at'),
  url: "'/api/v1/categories/' || c.slug",
});
const CATEGORY = `
  SELECT ${NAMED_CATEGORY}::text FROM categories c LEFT JOIN categories p ON p.id = c.parent_id WHERE c.id = page.id`;
const BUSINESS = `SELECT b.record FROM businesses b WHERE b.id = page.id AND b.removed_at IS NULL`;
const EVENT = `
  SELECT ${eventRecord('e')}::text FROM events e WHERE e.id = page.id AND e.removed_at IS NULL`;
/** A deal counts as deleted if its business was removed. */
const DEAL = `
  SELECT ${dealRecord('d.removed_at')}::text FROM deals d JOIN businesses b ON b.id = d.business_id
  WHERE d.id = page.id AND d.removed_at IS NULL AND b.removed_at IS NULL`;

/**
 * Table of each type and the time column that orders it. All but the few categories use an index.
 */
const SOURCES: Record<ChangeType, { table: string; time: string }> = {
  category: { table: 'categories', time: 'updated_at' },
  business: { table: 'businesses', time: 'edited_at' },
  event: { table: 'events', time: 'updated_at' },
  deal: { table: 'deals', time: 'updated_at' },
};

function changesThat(
  { time, kind, id }: Omit<Position, 'epoch'>,
  types: readonly ChangeType[],
  rows: number,
  parameters: SqlParameters,
): string {
  const after = parameters.add(new Date(time).toISOString());
  const limit = parameters.add(rows);
  const firstOf = (each: number, type: string, table: string, at: string, condition = 'true') => {
    // Earlier kinds have been returned for this time, so continue after it. Later kinds start at
    // it.
    const bound = parameters.add(each < kind ? MAX : each > kind ? NIL : id);
    return `(SELECT ${at} AS time, ${each} AS kind, ${type} AS type, id FROM ${table}
      WHERE ${condition} AND (${at}, id) > (${after}::timestamptz, ${bound}::uuid)
      ORDER BY ${at}, id LIMIT ${limit})`;
  };
  const isWanted = `type = ANY (${parameters.add(types)}::text[])`;
  const sources = [
    firstOf(0, 'type', 'deleted_records', 'deleted_at', isWanted),
    ...types.map((type) => {
      const { table, time } = SOURCES[type];
      return firstOf(KINDS.indexOf(type), `'${type}'`, table, time);
    }),
  ];
  return `
    SELECT v.version::text, v.epoch, v.changed_at AS "changedAt", page.time, page.kind, page.type, page.id,
      CASE page.kind
        WHEN 1 THEN (${CATEGORY}) WHEN 2 THEN (${BUSINESS}) WHEN 3 THEN (${EVENT}) WHEN 4 THEN (${DEAL})
      END AS record
    FROM directory_version v LEFT JOIN LATERAL (
      SELECT * FROM (${sources.join(' UNION ALL ')}) AS each ORDER BY time, kind, id LIMIT ${limit}
    ) AS page ON true
    ORDER BY page.time, page.kind, page.id`;
}

/** Reads what an export contains. Works in a thread, without dependency injection. */
export class ExportRepository {
  constructor(private readonly database: Statements) {}

  /**
   * Takes an advisory lock until the connection closes. The embedded database has only one session
   * and always grants the lock, but then one process writes all exports.
   */
  async tryLock(name: string): Promise<boolean> {
    const { rows } = await this.database.query<{ isTaken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isTaken"',
      [`export ${name}`],
    );
    return rows[0]!.isTaken;
  }

  async state(): Promise<DirectoryState> {
    const { rows } = await this.database.query<DirectoryState & object>(
      'SELECT version::text, epoch, changed_at AS "changedAt" FROM directory_version',
    );
    return rows[0]!;
  }

  /** Returns businesses that are not removed, by id. */
  async businessesAfter(id: string, most: number): Promise<{ id: string; record: string }[]> {
    const { rows } = await this.database.query<{ id: string; record: string }>(
      'SELECT id, record FROM businesses WHERE id > $1 AND removed_at IS NULL ORDER BY id LIMIT $2',
      [id, most],
    );
    return rows;
  }

  /**
   * Returns the first changes of businesses after a position, oldest first; a single row without an
   * id if there are none. Orders by `updated_at`, which a category rename changes, too. A deleted
   * id may exist again.
   */
  async changesAfter(
    { time, id }: { time: Date; id: string },
    most: number,
  ): Promise<Omit<Row, 'kind' | 'type'>[]> {
    const { rows } = await this.database.query<Omit<Row, 'kind' | 'type'>>(
      `SELECT v.version::text, v.epoch, v.changed_at AS "changedAt", page.*
       FROM directory_version v LEFT JOIN LATERAL (
         (SELECT updated_at AS time, id, CASE WHEN removed_at IS NULL THEN record END AS record
          FROM businesses WHERE (updated_at, id) > ($1::timestamptz, $2::uuid)
          ORDER BY updated_at, id LIMIT $3)
         UNION ALL
         (SELECT deleted_at, id, NULL FROM deleted_records d
          WHERE type = 'business' AND (deleted_at, id) > ($1::timestamptz, $2::uuid)
            AND NOT EXISTS (SELECT FROM businesses b WHERE b.id = d.id)
          ORDER BY deleted_at, id LIMIT $3)
         ORDER BY time, id LIMIT $3
       ) AS page ON true
       ORDER BY page.time, page.id`,
      [time.toISOString(), id, most],
    );
    return rows;
  }
}
