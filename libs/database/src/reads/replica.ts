import type { PoolClient, PoolConfig } from 'pg';
import {
  Availability,
  type AvailabilityLines,
  type Trouble,
} from '../availability/availability.js';
import { BoundedPool } from '../connections/bounded-pool.js';
import { DeadlineMissedError, isStoppedStatement } from '../database-errors.js';

/** Milliseconds, as all here. A read that takes longer has it looked whether the replica answers at all. */
const SUSPECT_AFTER = 500;
/** For so long after it was found to be behind, it is not asked again how far it is. */
const BEHIND_FOR = 20;
/** Behind for longer, it is worth telling whoever watches. */
const LAGGING_AFTER = 10_000;

const UNUSED = 'The replica is not used; the directory is read from the database of DATABASE_URL';
const LINES: AvailabilityLines = {
  consequences: {
    unreachable: UNUSED,
    refusing: UNUSED,
    read_only: UNUSED,
    outdated: `${UNUSED} until the migrations have arrived`,
  },
  isBack: 'The replica is used again',
  connectionLost: 'A connection to the replica was lost, and replaced',
};

/** Why a read could not be done here: the replica did not answer, was behind, or failed at it. */
type Unread = 'away' | 'behind' | 'failed';

/** Since when it was found to be behind each time that it was asked, and when it was asked last. */
interface Lag {
  since: number;
  last: number;
}

/** A copy of the database that follows it, and is read in its place where that makes no difference. */
export class Replica {
  readonly pool: BoundedPool;
  readonly availability: Availability;
  /** How often it was read, and how often it was not. */
  readonly counts: Record<'read' | Unread, number> = { read: 0, away: 0, behind: 0, failed: 0 };
  /** By connection, the version of the directory that was last seen there: it never goes back. */
  private readonly seen = new WeakMap<PoolClient, bigint>();
  /** What gives up each read that is under way: as many as have a connection, or wait for one. */
  private readonly underWay = new Set<(error: Error) => void>();
  private foundBehind: Lag | undefined;

  /**
   * @param deadline of a read, in milliseconds
   * @param probe what is wrong with it now, if anything
   */
  constructor(config: PoolConfig, deadline: number, probe: () => Promise<Trouble | undefined>) {
    this.availability = new Availability(probe, () => this.onChange(), LINES);
    this.pool = new BoundedPool(config, deadline, this.availability);
  }

  /** Whether it cannot be read at all, or has been behind for ten seconds. */
  get isDegraded(): boolean {
    const { availability, foundBehind } = this;
    if (!availability.isWell) return true;
    return isOfLate(foundBehind) && foundBehind.last - foundBehind.since > LAGGING_AFTER;
  }

  /**
   * Reads at this version of the directory or a later one.
   *
   * @returns undefined where that is for the primary to do
   * @throws where it took so long that no time is left for the primary
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
      const done = await this.whileItAnswers(() => this.tryToRead(version, read));
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

  /** Rejects as soon as the replica is known not to answer. */
  private whileItAnswers<T>(read: () => Promise<T>): Promise<T> {
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

  private async tryToRead<T>(
    version: bigint,
    read: (client: PoolClient) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    const client = await this.pool.connect();
    try {
      const done = (await this.isAt(version, client)) ? { result: await read(client) } : undefined;
      client.release();
      return done;
    } catch (error) {
      // A connection that may be in any state is not given back to the pool.
      client.release(true);
      throw error;
    }
  }

  /** Asked for once a version and connection, since behind one address there may be several servers. */
  private async isAt(version: bigint, client: PoolClient): Promise<boolean> {
    if ((this.seen.get(client) ?? -1n) >= version) return true;
    const { rows } = await client.query<{ version: string }>(
      'SELECT version::text FROM directory_version',
    );
    const present = BigInt(rows[0]!.version);
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

/** What was found long ago says nothing of now. */
function isOfLate(lag: Lag | undefined): lag is Lag {
  return lag !== undefined && performance.now() - lag.last < LAGGING_AFTER;
}

/** The primary would take as long, and the time is over. */
function isFinal(error: unknown): boolean {
  return error instanceof DeadlineMissedError || isStoppedStatement(error);
}
