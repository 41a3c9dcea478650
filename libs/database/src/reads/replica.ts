import type { PoolClient, PoolConfig } from 'pg';
import {
  Availability,
  type AvailabilityLines,
  type Trouble,
} from '../availability/availability.js';
import { BoundedPool } from '../connections/bounded-pool.js';
import { DeadlineMissedError, isStoppedStatement } from '../database-errors.js';
import { readDirectoryVersion } from '../server-state.repository.js';

/** Milliseconds after which a pending read triggers a probe of the replica. */
const SUSPECT_AFTER = 500;
/** Milliseconds for which a stale replica is not checked again. */
const BEHIND_FOR = 20;
/** Milliseconds of lag after which the replica counts as degraded. */
const LAGGING_AFTER = 10_000;

const UNUSED = 'The replica is not used. The directory is read from the database in DATABASE_URL';
const LINES: AvailabilityLines = {
  consequences: {
    unreachable: UNUSED,
    refusing: UNUSED,
    read_only: UNUSED,
    outdated: `${UNUSED} until the replica has received the migrations`,
  },
  isBack: 'The replica is in use again',
  connectionLost: 'Lost a connection to the replica and replaced it',
};

/** Reason why the replica did not serve a read: unavailable, behind or failed. */
type Unread = 'away' | 'behind' | 'failed';

/** Time since which every check found the replica behind, and time of the last check. */
interface Lag {
  since: number;
  last: number;
}

/** Replica of the database that serves reads if it is up to date. */
export class Replica {
  readonly pool: BoundedPool;
  readonly availability: Availability;
  /** Numbers of reads served and not served. */
  readonly counts: Record<'read' | Unread, number> = { read: 0, away: 0, behind: 0, failed: 0 };
  /** Last version seen on each connection. It never decreases. */
  private readonly seen = new WeakMap<PoolClient, bigint>();
  /** Functions that abandon pending reads. Bounded by the connections and the queue of the pool. */
  private readonly underWay = new Set<(error: Error) => void>();
  private foundBehind: Lag | undefined;

  /**
   * @param deadline deadline of a read, in milliseconds
   * @param probe returns the current problem with the replica, if there is one
   */
  constructor(config: PoolConfig, deadline: number, probe: () => Promise<Trouble | undefined>) {
    this.availability = new Availability(probe, () => this.onChange(), LINES);
    this.pool = new BoundedPool(config, deadline, this.availability);
  }

  /** True if the replica is unavailable or has been behind for ten seconds. */
  get isDegraded(): boolean {
    const { availability, foundBehind } = this;
    if (!availability.isWell) return true;
    return isOfLate(foundBehind) && foundBehind.last - foundBehind.since > LAGGING_AFTER;
  }

  /**
   * Reads at this version of the directory or a later one.
   *
   * @returns undefined if the primary must serve the read
   * @throws if the read took so long that no time is left for the primary
   */
  async read<T>(
    version: bigint,
    read: (client: PoolClient) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    if (!this.availability.isWell) return this.leave('away');
    if (performance.now() < (this.foundBehind?.last ?? -Infinity) + BEHIND_FOR) {
      return this.leave('behind');
    }
    try {
      const done = await this.whileAvailable(() =>
        this.pool.use(async (client) =>
          (await this.isAt(version, client)) ? { result: await read(client) } : undefined,
        ),
      );
      if (!done) return this.leave('behind');
      this.counts.read += 1;
      return done;
    } catch (error) {
      if (isFinal(error)) throw error;
      return this.leave('failed');
    }
  }

  async close(): Promise<void> {
    this.availability.close();
    await this.pool.close();
  }

  private leave(reason: Unread): undefined {
    this.counts[reason] += 1;
  }

  /** Rejects as soon as the replica is known to be unavailable. */
  private whileAvailable<T>(read: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.availability.suspect(), SUSPECT_AFTER).unref();
      this.underWay.add(reject);
      void read()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          this.underWay.delete(reject);
        });
    });
  }

  /**
   * Reports whether a connection reaches a server that has the version. Each connection is checked
   * once per version, because one address may lead to several servers.
   */
  private async isAt(version: bigint, client: PoolClient): Promise<boolean> {
    if ((this.seen.get(client) ?? -1n) >= version) return true;
    const present = await readDirectoryVersion(client);
    this.seen.set(client, present);
    const isAt = present >= version;
    const last = performance.now();
    const since = isOfLate(this.foundBehind) ? this.foundBehind.since : last;
    this.foundBehind = isAt ? undefined : { since, last };
    return isAt;
  }

  private onChange(): void {
    this.pool.renew();
    if (this.availability.isWell) return;
    for (const giveUp of this.underWay) giveUp(this.availability.refusal());
  }
}

/** Reports whether a check is recent enough to matter. */
function isOfLate(lag: Lag | undefined): lag is Lag {
  return lag !== undefined && performance.now() - lag.last < LAGGING_AFTER;
}

/**
 * Reports whether the primary should not repeat the read, because it would take as long and the
 * time is over.
 */
function isFinal(error: unknown): boolean {
  return error instanceof DeadlineMissedError || isStoppedStatement(error);
}
