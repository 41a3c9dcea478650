import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { VERSION } from '#libs/config/src/project-root.js';

declare module 'pg' {
  interface Client {
    /** Startup parameters sent to the server. */
    getStartupConf(): Record<string, string>;
  }
}

/**
 * Milliseconds before the first keepalive probe. A dead network or server is then detected within
 * half a minute.
 */
const KEEP_ALIVE_DELAY = 10_000;
export const CONNECT_TIMEOUT = 5_000;
/** Maximum time to close a connection gracefully, in milliseconds. */
const GOODBYE_TIMEOUT = 1_000;

/**
 * Returns the name of a connection in `pg_stat_activity` and the server log: the program, its
 * version and its process id, which the program logs too. A transaction for a request adds the id
 * of the request (`transactionFor`). Plain reads do not, because that would cost a round trip. A
 * name in DATABASE_URL takes precedence.
 */
export function applicationName(purpose?: string): string {
  return ['minnesota-directory', VERSION, process.pid, purpose].filter(Boolean).join(' ');
}

/**
 * Base of every connection to the database. It cannot hang on connect or close, and its errors
 * cannot end the process.
 */
export class DatabaseClient extends Client {
  constructor(config: ClientConfig = {}) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      fallback_application_name: applicationName(),
      ...config,
    });
    // A connection may break while idle, and an `error` event without a listener ends the process.
    // Pending queries report the error to their callers.
    this.on('error', () => {});
  }

  /**
   * Sets the session's time zone to UTC, because Prisma writes and reads times without a zone; its
   * date style to ISO, the only one that Prisma and pg can read; and plain backslashes in strings,
   * which the functions need.
   */
  override getStartupConf(): Record<string, string> {
    return {
      ...super.getStartupConf(),
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      standard_conforming_strings: 'on',
    };
  }

  /** Closes the connection. Pending queries fail with the error. */
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

/** Runs work on a connection outside of any pool, and closes the connection. */
export async function withClient<T>(
  config: PoolConfig,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = createClient(config);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a connection outside of any pool, with the same class that the pools use. */
export function createClient(config: PoolConfig): DatabaseClient {
  return new ((config.Client ?? DatabaseClient) as typeof DatabaseClient)(config);
}
