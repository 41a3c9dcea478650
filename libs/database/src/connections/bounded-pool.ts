import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Availability } from '../availability/availability.js';
import {
  DatabaseOverloadedError,
  DeadlineMissedError,
  isDatabaseUnavailable,
  isStoppedStatement,
} from '../database-errors.js';
import { CONNECT_TIMEOUT, DatabaseClient } from './database-client.js';

/** Maximum time to wait for connections in use on close, in milliseconds. */
const CLOSE_TIMEOUT = 3_000;
const CONNECTIONS = 10;
/**
 * Connections that stay open while idle; others close after ten seconds. A new one starts a process
 * of PostgreSQL, which plans every statement again.
 */
const IDLE_CONNECTIONS = 1;
/**
 * Milliseconds of a slow use. Even at this duration, the last request in the queue gets a
 * connection in time.
 */
const SLOW_USE = 100;
const LONGEST_QUEUE = (CONNECTIONS * CONNECT_TIMEOUT) / SLOW_USE;

/** Message of pg-pool if no connection became available in time. */
const WAITED = 'timeout exceeded when trying to connect';

type Callback = Parameters<Pool['connect']>[0];
type Connection = DatabaseClient & PoolClient;

/**
 * Connection pool in which every use of a connection has a deadline, from the request for it until
 * its release. If the deadline passes, because the server or network does not respond or the work
 * takes too long, the connection is closed. Pending queries then fail, and another connection takes
 * its place.
 *
 * @throws immediately from `query`, `connect` and `connectFor`: DatabaseAwayError while the
 * database is known to be unavailable; DatabaseOverloadedError if too many requests wait for a
 * connection
 */
export class BoundedPool extends Pool {
  /**
   * Called with the waiting time and the use of a connection, in milliseconds, when it is released.
   */
  onUse: ((waitedMs: number, usedMs: number) => void) | undefined;
  /** Connections with the generation in which they were opened. */
  private readonly connections = new Map<DatabaseClient, number>();
  private readonly inUse = new Set<DatabaseClient>();
  private generation = 0;

  /** @param deadline default deadline of a connection, in milliseconds */
  constructor(
    config: PoolConfig,
    private readonly deadline: number,
    private readonly availability: Availability,
  ) {
    super({
      max: CONNECTIONS,
      min: IDLE_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      Client: DatabaseClient,
      ...config,
    });
    this.on('connect', (client) => this.watch(client as Connection));
    // Broken connections are handled by `watch`. Without a listener, the event would end the
    // process.
    this.on('error', () => {});
  }

  // The pool's own `query` also connects through this method, with a callback.
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    return callback ? this.checkOut(this.deadline, callback) : this.connectFor(this.deadline);
  }

  /** Connects with another deadline, for work that takes longer or must be shorter. */
  connectFor(deadline: number): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      this.checkOut(deadline, (error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  /** Runs work on one connection. If it fails, the connection is closed, as its state is unknown. */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Replaces all connections. Those in use are replaced when they are released. */
  renew(): void {
    this.generation += 1;
    for (const client of this.connections.keys()) {
      // The error makes the pool drop this idle connection.
      if (!this.inUse.has(client)) client.destroy(new Error('Replaced'));
    }
  }

  /** Waits briefly for connections in use to be released, and then closes the rest. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT)));
    await Promise.race([this.end(), late]);
    clearTimeout(timer);
    for (const client of this.connections.keys()) client.destroy(new Error('Closed'));
  }

  private checkOut(deadline: number, callback: Callback): void {
    const refusal = this.refusal();
    if (refusal) return callback(refusal, undefined, () => {});
    const requestedAt = performance.now();
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
      this.limit(client as Connection, deadline, requestedAt);
      callback(undefined, client, client.release);
    });
  }

  private refusal(): Error | undefined {
    if (this.availability.isAway) return this.availability.refusal();
    return this.waitingCount < LONGEST_QUEUE ? undefined : new DatabaseOverloadedError();
  }

  private limit(client: Connection, deadline: number, requestedAt: number): void {
    const release = client.release;
    const checkedOutAt = performance.now();
    const timer = setTimeout(
      // After a blocked event loop, the response may be processed only after the timer.
      () => setImmediate(() => this.inUse.has(client) && this.miss(client, deadline)),
      deadline - (checkedOutAt - requestedAt),
    ).unref();
    this.inUse.add(client);
    client.release = (error) => {
      clearTimeout(timer);
      this.inUse.delete(client);
      this.onUse?.(checkedOutAt - requestedAt, performance.now() - checkedOutAt);
      release(error ?? this.connections.get(client) !== this.generation);
    };
  }

  private miss(client: Connection, deadline: number): void {
    client.destroy(new DeadlineMissedError(deadline));
    // The cause, such as a lost firewall state, may affect idle connections as well.
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
      // A slow use does not mean that the connection broke, and late responses are logged
      // elsewhere.
      this.availability.suspect(error instanceof DeadlineMissedError ? undefined : error!.message);
    }
  }
}
