import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { VERSION } from '#libs/config/src/version.js';

declare module 'pg' {
  interface Client {
    /** What the server is told of the session when a connection begins. */
    getStartupConf(): Record<string, string>;
  }
}

/** Milliseconds, as all here. Then a network or server that is gone shows within half a minute. */
const KEEP_ALIVE_DELAY = 10_000;
export const CONNECT_TIMEOUT = 5_000;
/** How long a connection that is closed may take to say goodbye. */
const GOODBYE_TIMEOUT = 1_000;

/**
 * What PostgreSQL calls a connection, in `pg_stat_activity` and its log: the program, its version and the
 * process, which our log tells too. A transaction for a request tells that (`transactionFor`); a mere read
 * does not, for it would cost a round trip. A name in DATABASE_URL has precedence.
 */
export function applicationName(purpose?: string): string {
  return ['minnesota-directory', VERSION, process.pid, purpose].filter(Boolean).join(' ');
}

/** The only kind of connection there is to the database: none can hang, and none can end the process. */
export class DatabaseClient extends Client {
  constructor(config: ClientConfig = {}) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      fallback_application_name: applicationName(),
      ...config,
    });
    // A connection may break while nobody waits for an answer, and an `error` without a listener
    // ends the process. Whoever does wait is told by the failure of the query.
    this.on('error', () => {});
  }

  /** In UTC, whatever the server's time zone: Prisma writes and reads times without one. */
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }

  /** Breaks the connection off: what waits for an answer fails with the error. */
  destroy(error: Error): void {
    this.connection.stream.destroy(error);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.connection.stream.destroy(), GOODBYE_TIMEOUT).unref();
    this.once('end', () => clearTimeout(timer));
    return callback ? super.end(callback) : super.end();
  }
}

/** A connection of its own, outside of any pool, of the kind that the pools make. */
export function createClient(config: PoolConfig): DatabaseClient {
  return new ((config.Client ?? DatabaseClient) as typeof DatabaseClient)(config);
}
