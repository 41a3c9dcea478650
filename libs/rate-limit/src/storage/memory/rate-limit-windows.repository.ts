import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { BucketWindow } from './window-map.js';

type SavedWindow = Pick<BucketWindow, 'bucket' | 'count' | 'resetsAt'>;

interface SavedRow {
  bucket: string;
  count: number;
  resetsAt: Date;
}

/** Maximum number of windows per statement, so that other users of the embedded database don't wait long. */
const BATCH = 5_000;

/** Stores the windows of a server that counts in memory. Counting continues from them after a restart. */
@Injectable()
export class RateLimitWindowsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the windows that end after `now`, ordered by their end. */
  async load(now: Date): Promise<SavedWindow[]> {
    const { rows } = await this.database.pool.query<SavedRow>(
      `SELECT bucket, count, resets_at AS "resetsAt" FROM rate_limit_windows
       WHERE resets_at > $1 ORDER BY resets_at`,
      [now],
    );
    return rows.map((row) => ({ ...row, resetsAt: row.resetsAt.getTime() }));
  }

  /** Returns the window of a bucket that ends after `now`, or undefined if it counts no requests. */
  async findCurrent(bucket: string, now: Date): Promise<SavedRow | undefined> {
    const { rows } = await this.database.pool.query<SavedRow>(
      `SELECT bucket, count, resets_at AS "resetsAt" FROM rate_limit_windows
       WHERE bucket = $1 AND resets_at > $2 AND count > 0`,
      [bucket, now],
    );
    return rows[0];
  }

  async save(windows: SavedWindow[]): Promise<void> {
    for (let start = 0; start < windows.length; start += BATCH) {
      const batch = windows.slice(start, start + BATCH);
      await this.database.pool.query(
        `INSERT INTO rate_limit_windows (bucket, count, resets_at)
         SELECT * FROM unnest($1::text[], $2::int[], $3::timestamptz[])
         ON CONFLICT (bucket) DO UPDATE SET count = excluded.count, resets_at = excluded.resets_at`,
        [
          batch.map(({ bucket }) => bucket),
          batch.map(({ count }) => count),
          batch.map(({ resetsAt }) => new Date(resetsAt)),
        ],
      );
    }
  }

  /** Empties windows and asks the server that counts in memory to do the same. */
  async requestClearings(buckets: readonly string[]): Promise<void> {
    await this.database.pool.query(
      `WITH emptied AS (UPDATE rate_limit_windows SET count = 0 WHERE bucket = ANY($1::text[]))
       INSERT INTO window_clearings (bucket) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`,
      [buckets],
    );
  }

  /** Reports whether the server has yet to take clearings. */
  async hasClearings(): Promise<boolean> {
    const { rowCount } = await this.database.pool.query('SELECT FROM window_clearings LIMIT 1');
    return rowCount !== 0;
  }

  /** Returns and removes the clearings that other processes requested; see `ArchivedWindows`. */
  async takeClearings(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ bucket: string }>(
      'DELETE FROM window_clearings RETURNING bucket',
    );
    return rows.map(({ bucket }) => bucket);
  }

  /** Deletes ended windows, and all address windows except the latest `keep`. */
  async prune(now: Date, keep: number): Promise<void> {
    await this.database.pool.query(
      `DELETE FROM rate_limit_windows WHERE resets_at <= $1 OR bucket IN (
         SELECT bucket FROM rate_limit_windows WHERE bucket LIKE 'address:%'
         ORDER BY resets_at DESC OFFSET $2)`,
      [now, keep],
    );
  }
}
