import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseOverloadedError } from './unavailable.js';

const CONNECTIONS = 10;
/** Far beyond any read of ours, and not beyond a caller's patience. In milliseconds, as all here. */
const STATEMENT_TIMEOUT = 5_000;
/** Where the server itself does not cancel: PGlite cannot, and one that is cut off is not heard. */
export const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 1_000;
const CONNECTION_TIMEOUT = 5_000;
/** Even at this much a read, whoever is last in the queue still gets a connection in time. */
const SLOW_READ = 100;
const LONGEST_QUEUE = (CONNECTIONS * CONNECTION_TIMEOUT) / SLOW_READ;

declare module 'pg' {
  interface QueryConfig {
    /** Milliseconds after which the caller is told that there is no answer. */
    query_timeout?: number;
  }
}

type Callback = Parameters<Pool['connect']>[0];

/**
 * Connections for reading the directory, which any number of callers may want at once: a slow query
 * is cancelled, and when too many wait for a connection, the next is refused rather than queued.
 *
 * Apart from the others, so that looking up keys, admins, mails and the health check go on however
 * many reads wait.
 *
 * @throws DatabaseOverloadedError from `query` and `connect`, at once, when the queue is full
 */
export class ReadPool extends Pool {
  constructor(config: PoolConfig) {
    super({
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      statement_timeout: STATEMENT_TIMEOUT,
      query_timeout: ANSWER_TIMEOUT,
      // Compiling a query that reads many rows takes longer than it saves, and with the memory that
      // PostgreSQL gives by default, it would put a hundred thousand rows in order by way of files.
      options: '-c jit=off -c work_mem=32MB',
      ...config,
    });
  }

  // pg-pool's own `query` connects through this too, by callback.
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (this.waitingCount < LONGEST_QUEUE) {
      return callback ? super.connect(callback) : super.connect();
    }
    const error = new DatabaseOverloadedError();
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => {});
  }
}
