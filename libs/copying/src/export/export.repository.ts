import type { Statements } from '#libs/database/src/sql.js';
import type { DirectoryState } from '#libs/directory/src/directory-version.repository.js';

/** A change of a business, with the state of the directory. */
interface ChangedRow extends DirectoryState {
  /** Null, like the id, if nothing changed. */
  time: Date | null;
  id: string;
  /** Null if the business was removed or deleted. */
  record: string | null;
}

/** Reads what an export contains. Works in a thread, without dependency injection. */
export class ExportRepository {
  constructor(private readonly database: Statements) {}

  /**
   * Takes an advisory lock until the connection closes. The embedded database has only one session
   * and always grants the lock, but then one process writes all exports.
   */
  async tryLock(path: string): Promise<boolean> {
    const { rows } = await this.database.query<{ isTaken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isTaken"',
      [`export ${path}`],
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
  ): Promise<ChangedRow[]> {
    const { rows } = await this.database.query<ChangedRow>(
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
