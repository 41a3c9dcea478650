import { setTimeout as wait } from 'node:timers/promises';
import { type Clock } from '#libs/config/src/clock.js';
import { type Database } from '#libs/database/src/database.js';
import type { Hit } from '../fixed-window.storage.js';
import { ADDRESS } from '../../rate-limit-subject.js';
import { RateLimitWindows } from '../rate-limit-windows.js';

/** Poll interval; a running server polls twice a second. */
const TAKEN_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

export interface BusyAddress {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  used: number;
  resetsAt: Date;
}

interface ArchivedRow {
  count: number;
  resetsAt: Date;
}

/**
 * Gives another process access to the windows that a server counts in memory, as saved every half
 * second. Clearings are stored in the database; the server applies them within half a second or at
 * startup.
 */
export class ArchivedWindows extends RateLimitWindows {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async read(bucket: string, windowMs: number): Promise<Hit> {
    const now = this.clock.now().getTime();
    const { rows } = await this.database.pool.query<ArchivedRow>(
      `SELECT count, resets_at AS "resetsAt" FROM rate_limit_windows
       WHERE bucket = $1 AND resets_at > $2 AND count > 0`,
      [bucket, new Date(now)],
    );
    const count = rows[0]?.count ?? 0;
    return { allowed: false, count, resetsAt: rows[0]?.resetsAt.getTime() ?? now + windowMs, now };
  }

  /** Returns the addresses with the most requests without a valid key in their current windows. */
  async busiestAddresses(limit: number): Promise<BusyAddress[]> {
    const { rows } = await this.database.pool.query<BusyAddress>(
      `SELECT substr(bucket, $1) AS address, count AS used, resets_at AS "resetsAt"
       FROM rate_limit_windows
       WHERE bucket LIKE $2 AND resets_at > $3 AND count > 0
       ORDER BY count DESC, bucket LIMIT $4`,
      [ADDRESS.length + 1, `${ADDRESS}%`, this.clock.now(), limit],
    );
    return rows;
  }

  override async clear(buckets: readonly string[]): Promise<void> {
    await this.database.pool.query(
      `WITH emptied AS (UPDATE rate_limit_windows SET count = 0 WHERE bucket = ANY($1::text[]))
       INSERT INTO window_clearings (bucket) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`,
      [buckets],
    );
  }

  /** Waits for a server to apply the clearing. @returns false if none did, for example because none runs */
  async areTaken(): Promise<boolean> {
    for (let waited = 0; waited <= TAKEN_WITHIN_MS; waited += LOOK_EVERY_MS) {
      const { rowCount } = await this.database.pool.query('SELECT FROM window_clearings LIMIT 1');
      if (rowCount === 0) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  }
}
