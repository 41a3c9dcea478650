import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { findReadOnly, identityOf } from './availability/probe.js';
import {
  CONNECT_TIMEOUT,
  createClient,
  type DatabaseClient,
} from './connections/database-client.js';
import { Database, READ_PARAMETERS, type ReplicaConfig } from './database.js';
import { DataDirInUseError } from './embedded/data-dir-lock.js';
import { embeddedConnection } from './connection-config.js';
import { EmbeddedPostgres, hasDatabaseIn } from './embedded/embedded-postgres.js';
import { TableStatistics } from './embedded/table-statistics.js';
import { migrate } from './migrations/migrate.js';
import { MigrationLog } from './migrations/migration-log.js';
import { readEncoding, readSession } from './server-state.repository.js';

export interface OpenDatabase {
  database: Database;
  /** Resolves with the reason when the embedded database is no longer usable. */
  lost?: Promise<Error>;
  close(): Promise<void>;
}

/**
 * The server in DATABASE_URL or DATABASE_READ_URL cannot be used. The message includes the reason that the server gave.
 */
export class DatabaseConnectionError extends Error {
  constructor(
    variable: 'DATABASE_URL' | 'DATABASE_READ_URL',
    environment: Environment,
    cause: unknown,
  ) {
    const { host, pathname, searchParams } = new URL(environment[variable]!);
    const server = searchParams.get('host') ?? (decodeURIComponent(host) || 'the default host');
    const { message, code } = cause as { message?: string; code?: string };
    // If several addresses failed, Node reports only a code.
    const words = message ? message.replace(/\.$/, '') : code;
    super(`Cannot use the database ${pathname.slice(1)} on ${server} from ${variable}: ${words}.`);
  }
}

/** Reports whether there is a database to open. If not, `openDatabase` creates the embedded one. */
export function hasDatabase({ DATABASE_URL, DATA_DIR }: Environment): boolean {
  return !!DATABASE_URL || hasDatabaseIn(DATA_DIR);
}

type Prepare = (config: PoolConfig) => Promise<unknown>;

/** Name of the server program. Other programs can join its embedded database. */
export const SERVER = 'server';

/**
 * Opens the database in the environment, starts the embedded one if needed, and applies migrations.
 *
 * @param prepare replaces the migrations; runs before anything else uses the database
 * @throws DatabaseConnectionError if the server cannot be reached, or the replica belongs to
 * another database
 * @throws DataDirInUseError if another process owns the embedded database
 * @throws DataDirError if the embedded database cannot be used
 */
export async function openDatabase(
  environment: Environment,
  program: string,
  prepare: Prepare = migrate,
): Promise<OpenDatabase> {
  if (environment.DATABASE_URL) {
    const config = { connectionString: environment.DATABASE_URL };
    await tryToConnect(config, environment, program);
    await prepare(config);
    const database = await Database.connect(
      config,
      await findReplica(config, environment, program),
    );
    // Logs a problem with the replica right away. Later ones are found as it is used.
    await database.reads.replica?.availability.check();
    return { database, close: () => database.close() };
  }
  const embedded = await EmbeddedPostgres.start(environment.DATA_DIR, program);
  try {
    const config = await embeddedConnection(environment.DATA_DIR);
    await prepare(config);
    const database = await Database.connect(config);
    const statistics = new TableStatistics(database);
    statistics.start();
    return {
      database,
      lost: embedded.lost,
      close: async () => {
        await statistics.stop();
        await database.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/**
 * Connects before any pool or migration, because the first attempt gives the clearest error.
 * Refuses poolers that do not reserve a session for each connection: session locks serialize
 * migrations, so two processes could then migrate at once.
 */
async function tryToConnect(
  config: PoolConfig,
  environment: Environment,
  program: string,
): Promise<void> {
  const clients: DatabaseClient[] = [];
  try {
    for (let i = 0; i < 2; i++) {
      // This reads the files that the URL names.
      const client = createClient({
        ...READ_PARAMETERS,
        // A pooler accepts connections even while PostgreSQL hangs.
        query_timeout: CONNECT_TIMEOUT,
        ...config,
      });
      clients.push(client);
      await client.connect();
    }
    if (await shareSessions(clients[0]!, clients[1]!)) throw new Error(SHARED_SESSIONS);
    const encoding = await readEncoding(clients[0]!);
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}. Create it with UTF8`);
    // Commands can read a standby.
    const readOnly = program === SERVER ? await findReadOnly(clients[0]!) : undefined;
    if (readOnly) throw new Error(`it is read-only (${readOnly.reason})`);
    // Fails if the tables belong to another role, as after a restore with pg_restore.
    await new MigrationLog(clients[0]!).read();
  } catch (error) {
    throw new DatabaseConnectionError('DATABASE_URL', environment, error);
  } finally {
    for (const client of clients) void client.end();
  }
}

const SHARED_SESSIONS =
  'a connection pooler in front of it shares sessions between connections, but the program needs ' +
  'sessions of its own. Set pool_mode = session in PgBouncer, or connect to PostgreSQL directly';

/** Reports whether a pooler runs statements of both connections in one session. */
async function shareSessions(client: DatabaseClient, other: DatabaseClient): Promise<boolean> {
  const before = await readSession(client);
  // A pooler that takes its sessions in turn may happen to return to the first one, but not in
  // every round, because each round shifts the order.
  for (let i = 0; i < 3; i++) {
    await other.query('BEGIN');
    if ((await readSession(other)) === before) return true;
    if ((await readSession(client)) !== before) return true;
    await other.query('COMMIT');
  }
  return false;
}

/**
 * Returns the replica for the server program. An unavailable replica does not prevent the start.
 */
async function findReplica(
  config: PoolConfig,
  environment: Environment,
  program: string,
): Promise<ReplicaConfig | undefined> {
  if (!environment.DATABASE_READ_URL || program !== SERVER) return undefined;
  const replica = { connectionString: environment.DATABASE_READ_URL };
  const identity = await identityOf(config);
  const found = await identityOf(replica).catch(() => identity);
  if (found === identity) return { config: replica, identity };
  const reason = new Error('it is not a replica of the database in DATABASE_URL');
  throw new DatabaseConnectionError('DATABASE_READ_URL', environment, reason);
}

/** Like `openDatabase`, but joins the embedded database of a running server. */
export async function openOrJoinDatabase(
  environment: Environment,
  program: string,
  prepare?: Prepare,
): Promise<OpenDatabase> {
  try {
    return await openDatabase(environment, program, prepare);
  } catch (error) {
    if (!(error instanceof DataDirInUseError) || error.owner.program !== SERVER) throw error;
    const database = await joinServer(environment.DATA_DIR);
    return { database, close: () => database.close() };
  }
}

/** Connects to the database of the server. Retries, because the server may still be starting it. */
async function joinServer(dataDir: string, attempts = 100): Promise<Database> {
  try {
    const database = await Database.connect(await embeddedConnection(dataDir));
    await database.directoryVersion.count();
    return database;
  } catch (error) {
    if (attempts === 0) throw error;
    await delay(100);
    return joinServer(dataDir, attempts - 1);
  }
}
