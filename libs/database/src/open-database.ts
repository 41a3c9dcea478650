import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { identityOf } from './availability/probe.js';
import { createClient } from './connections/database-client.js';
import { Database, type ReplicaConfig } from './database.js';
import { DataDirInUseError } from './embedded/data-dir-lock.js';
import { embeddedConnection } from './embedded/embedded-connection.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { TableStatistics } from './embedded/table-statistics.js';
import { migrate } from './migrations/migrate.js';

export interface OpenDatabase {
  database: Database;
  /** Resolves, with the reason, when the embedded database can be used no more. */
  lost?: Promise<Error>;
  close(): Promise<void>;
}

/** The server that a variable names cannot be used; the message is a sentence with its own words. */
export class DatabaseConnectionError extends Error {
  constructor(
    variable: 'DATABASE_URL' | 'DATABASE_READ_URL',
    environment: Environment,
    cause: unknown,
  ) {
    const { host, pathname } = new URL(environment[variable]!);
    const { message, code } = cause as { message?: string; code?: string };
    // Of several addresses that all failed, Node tells only the code.
    const words = message ? message.replace(/\.$/, '') : code;
    super(
      `Cannot use the database ${pathname.slice(1)} on ${host} that ${variable} names: ${words}.`,
    );
  }
}

type Prepare = (config: PoolConfig) => Promise<unknown>;

/** The program that serves: the one that others may join on the embedded database. */
export const SERVER = 'server';

/**
 * Opens the database that the environment names, starting the embedded one if that is it, and
 * brings its schema up to date.
 *
 * @param prepare what is done instead of that, before anything else uses the database
 * @throws DatabaseConnectionError when the server cannot be connected to, or the replica is of
 * another database
 * @throws DataDirInUseError when another process owns the embedded database
 * @throws DataDirError when the embedded database cannot be used
 */
export async function openDatabase(
  environment: Environment,
  program: string,
  prepare: Prepare = migrate,
): Promise<OpenDatabase> {
  if (environment.DATABASE_URL) {
    const config = { connectionString: environment.DATABASE_URL };
    await tryToConnect(config, environment);
    await prepare(config);
    const database = await Database.connect(
      config,
      await findReplica(config, environment, program),
    );
    // The log tells where it cannot be used; it is watched from then on.
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

/** Why a server cannot be used is best told by the first attempt, before any pool or migration. */
async function tryToConnect(config: PoolConfig, environment: Environment): Promise<void> {
  try {
    // It reads the files that the URL names.
    const client = createClient(config);
    await client.connect();
    await client.end();
  } catch (error) {
    throw new DatabaseConnectionError('DATABASE_URL', environment, error);
  }
}

/** The replica of the program that serves. One that is away is no reason not to start. */
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
  const reason = new Error('it is no copy of the database that DATABASE_URL names');
  throw new DatabaseConnectionError('DATABASE_READ_URL', environment, reason);
}

/** As `openDatabase`, but joins the embedded database of a running server. */
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

/** The server's database may still be starting. */
async function joinServer(dataDir: string, attempts = 100): Promise<Database> {
  try {
    const database = await Database.connect(await embeddedConnection(dataDir));
    await database.$queryRaw`SELECT 1 FROM directory_version`;
    return database;
  } catch (error) {
    if (attempts === 0) throw error;
    await delay(100);
    return joinServer(dataDir, attempts - 1);
  }
}
