import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { BucketWindow } from './window-map.js';

type ArchivedWindow = Pick<BucketWindow, 'bucket' | 'count' | 'resetsAt'>;

interface ArchivedRow {
  bucket: string;
  count: number;
  resetsAt: Date;
}

/** Maximum number of windows per statement, so that other users of the embedded database don't wait long. */
const BATCH = 5_000;

/** The table of windows, used to continue counting after a restart. */
@Injectable()
export class WindowArchive {
  constructor(private readonly database: Database) {}

  /** Returns the windows that end after `now`, ordered by their end. */
  async load(now: Date): Promise<ArchivedWindow[]> {
    const { rows } = await this.database.pool.query<ArchivedRow>(
      `SELECT bucket, count, resets_at AS "resetsAt" FROM rate_limit_windows
       WHERE resets_at > $1 ORDER BY resets_at`,
      [now],
    );
    return rows.map((row) => ({ ...row, resetsAt: row.resetsAt.getTime() }));
  }

  async save(windows: ArchivedWindow[]): Promise<void> {
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
