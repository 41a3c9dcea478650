import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Availability } from '../availability/availability.js';
import {
  DatabaseOverloadedError,
  DeadlineMissedError,
  isDatabaseUnavailable,
  isStoppedStatement,
} from '../database-errors.js';
import { CONNECT_TIMEOUT, DatabaseClient } from './database-client.js';

/** In milliseconds, as all here. */
const CLOSE_TIMEOUT = 3_000;
const CONNECTIONS = 10;
/** Even at this much a use, whoever is last in the queue still gets a connection in time. */
const SLOW_USE = 100;
const LONGEST_QUEUE = (CONNECTIONS * CONNECT_TIMEOUT) / SLOW_USE;

/** What pg-pool says to those who waited in vain for a connection in use to be given back. */
const WAITED = 'timeout exceeded when trying to connect';

type Callback = Parameters<Pool['connect']>[0];
type Connection = DatabaseClient & PoolClient;

/**
 * Connections that each have a deadline, from asking for one until it is given back. One that
 * misses it, because its server or the network fell silent or the work took too long, is broken
 * off: what waits for an answer fails, and another takes its place.
 *
 * @throws from `query`, `connect` and `connectFor`, at once: DatabaseAwayError while the database is
 * known not to answer, DatabaseOverloadedError when too many wait for a connection
 */
export class BoundedPool extends Pool {
  /** Is told of each use of a connection, in milliseconds, when it is given back. */
  onUse: ((waitedMs: number, usedMs: number) => void) | undefined;
  /** Each with the generation that it was made in. */
  private readonly connections = new Map<DatabaseClient, number>();
  private readonly inUse = new Set<DatabaseClient>();
  private generation = 0;

  /** @param deadline of a connection that is asked for without naming one, in milliseconds */
  constructor(
    config: PoolConfig,
    private readonly deadline: number,
    private readonly availability: Availability,
  ) {
    super({
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      Client: DatabaseClient,
      ...config,
    });
    this.on('connect', (client) => this.watch(client as Connection));
    // What breaks is replaced, and watched; without a listener it would end the process.
    this.on('error', () => {});
  }

  // pg-pool's own `query` connects through this too, by callback.
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    return callback ? this.lend(this.deadline, callback) : this.connectFor(this.deadline);
  }

  /** As `connect`, with another deadline: for what is known to take longer, or should not. */
  connectFor(deadline: number): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      this.lend(deadline, (error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  /** Replaces all connections: those in use when they are given back. */
  renew(): void {
    this.generation += 1;
    for (const client of this.connections.keys()) {
      // The pool learns from an error that one of its idle connections is no more.
      if (!this.inUse.has(client)) client.destroy(new Error('Replaced'));
    }
  }

  /** Waits a moment for those in use to be given back, and breaks off what is left. */
  async close(): Promise<void> {
    const abandon = new AbortController();
    const late = delay(CLOSE_TIMEOUT, undefined, { signal: abandon.signal }).catch(() => {});
    await Promise.race([this.end(), late]);
    abandon.abort();
    for (const client of this.connections.keys()) client.destroy(new Error('Closed'));
  }

  private lend(deadline: number, callback: Callback): void {
    const refusal = this.refusal();
    if (refusal) return callback(refusal, undefined, () => {});
    const asked = performance.now();
    super.connect((error, client) => {
      if (!client) {
        this.report(error);
        const waited = error?.message === WAITED;
        return callback(
          waited ? new DeadlineMissedError(CONNECT_TIMEOUT) : error,
          undefined,
          () => {},
        );
      }
      this.limit(client as Connection, deadline, asked);
      callback(undefined, client, client.release);
    });
  }

  private refusal(): Error | undefined {
    if (this.availability.isAway) return this.availability.refusal();
    return this.waitingCount < LONGEST_QUEUE ? undefined : new DatabaseOverloadedError();
  }

  private limit(client: Connection, deadline: number, asked: number): void {
    const release = client.release;
    const lent = performance.now();
    const timer = setTimeout(
      // An event loop that stood still may find the answer only after the timer.
      () => setImmediate(() => this.inUse.has(client) && this.miss(client, deadline)),
      deadline - (lent - asked),
    ).unref();
    this.inUse.add(client);
    client.release = (error) => {
      clearTimeout(timer);
      this.inUse.delete(client);
      this.onUse?.(lent - asked, performance.now() - lent);
      release(error ?? this.connections.get(client) !== this.generation);
    };
  }

  private miss(client: Connection, deadline: number): void {
    client.destroy(new DeadlineMissedError(deadline));
    // What silenced this one, such as a firewall's lost table, may have silenced the idle ones too.
    this.renew();
  }

  private watch(client: Connection): void {
    this.connections.set(client, this.generation);
    client.on('error', (error) => this.report(error));
    client.connection.on('errorMessage', (error: Error) => this.report(error));
    client.once('end', () => this.connections.delete(client));
  }

  private report(error: Error | undefined): void {
    if (!this.ending && isDatabaseUnavailable(error) && !isStoppedStatement(error)) {
      // A use that took too long says nothing of the connection; the log tells of late answers anyway.
      this.availability.suspect(error instanceof DeadlineMissedError ? undefined : error!.message);
    }
  }
}
