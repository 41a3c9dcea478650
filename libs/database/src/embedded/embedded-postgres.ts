import { Logger } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DataDirError,
  freeSpaceOf,
  prepareDataDir,
  requireOwned,
} from '#libs/config/src/data-dir.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { DataDirLock } from './data-dir-lock.js';
import { PORT } from '../connection-config.js';
import { PostgresThread } from './postgres-thread.js';
import { socketFolderOf } from './socket-folder.js';

const MEGABYTE = 1024 ** 2;
/**
 * Free space below which a failure is attributed to the disk, in bytes. Two segments of the
 * write-ahead log.
 */
const LITTLE_ROOM = 32 * MEGABYTE;
/** Milliseconds before each restart attempt. The last value repeats. */
const RESTART_AFTER = [1_000, 2_000, 5_000, 10_000];
const FOLDER_WATCH_MS = 2_000;

/** The data folder was moved or removed. Later writes could end up in another folder. */
export class DataDirLostError extends DataDirError {
  constructor(dataDir: string) {
    super(
      `DATA_DIR ${dataDir} was moved, removed or replaced while the embedded database used it. ` +
        'The database was stopped immediately.',
    );
  }
}

/**
 * PostgreSQL inside this process (PGlite), in a data folder that this process owns. Clients connect
 * over a Unix socket, as with a server. If it fails, for example because the disk is full, it is
 * restarted until it works again.
 */
export class EmbeddedPostgres {
  /** Resolves when the data folder is gone. The database has already been stopped by then. */
  readonly lost: Promise<DataDirLostError>;

  private readonly logger = new Logger(EmbeddedPostgres.name);
  private readonly ending = new AbortController();
  private readonly folderWatch: PeriodicTask;
  private readonly keptRunning: Promise<void>;
  private resolveLost!: (error: DataDirLostError) => void;

  private constructor(
    private readonly dataDir: string,
    private readonly socketDir: string,
    private readonly lock: DataDirLock,
    private thread: PostgresThread,
  ) {
    this.lost = new Promise((resolve) => (this.resolveLost = resolve));
    this.folderWatch = new PeriodicTask(() => this.watchFolder(), {
      everyMs: FOLDER_WATCH_MS,
      logger: this.logger,
      failure: `Could not check whether ${dataDir} still exists.`,
    });
    this.folderWatch.start();
    this.keptRunning = this.keepRunning();
  }

  /**
   * @throws DataDirInUseError if another process owns the folder
   * @throws DataDirError if the folder or its database cannot be used
   */
  static async start(dataDir: string, program: string): Promise<EmbeddedPostgres> {
    await prepareDataDir(dataDir);
    const socketDir = await socketFolderOf(dataDir);
    const lock = await DataDirLock.acquire(socketDir, dataDir, program);
    try {
      const thread = await startThread(dataDir, socketDir);
      return new EmbeddedPostgres(dataDir, socketDir, lock, thread);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.folderWatch.stop();
    await this.thread.stop();
    await this.keptRunning;
    await this.lock.release();
  }

  private async keepRunning(): Promise<void> {
    for (;;) {
      const cause = await this.thread.failed;
      if (this.ending.signal.aborted) return;
      this.logger.error(`The embedded database failed: ${cause}. Restarting it.`);
      await this.thread.kill();
      if (!(await this.restart())) return;
      this.logger.warn('The embedded database is running again.');
    }
  }

  /** @returns true if the database is running again; false if it was stopped in the meantime */
  private async restart(): Promise<boolean> {
    const { signal } = this.ending;
    for (let attempt = 0; ; attempt++) {
      const pause = RESTART_AFTER[attempt] ?? RESTART_AFTER.at(-1)!;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      await this.watchFolder();
      if (signal.aborted) return false;
      try {
        this.thread = await startThread(this.dataDir, this.socketDir);
        if (!signal.aborted) return true;
        await this.thread.stop();
        return false;
      } catch (error) {
        this.logger.debug(error);
      }
    }
  }

  /** Checks that the database is still in place. Otherwise PGlite would create a new one there. */
  private async watchFolder(): Promise<void> {
    if ((await this.lock.isHeld()) && hasDatabaseIn(this.dataDir)) return;
    this.ending.abort();
    await this.thread.kill();
    this.resolveLost(new DataDirLostError(this.dataDir));
  }
}

async function startThread(dataDir: string, socketDir: string): Promise<PostgresThread> {
  const databaseDir = databaseDirOf(dataDir);
  if (existsSync(databaseDir)) await requireOwned(databaseDir);
  const socketPath = join(socketDir, `.s.PGSQL.${PORT}`);
  await rm(socketPath, { force: true });
  try {
    return await PostgresThread.start(databaseDir, socketPath);
  } catch (error) {
    const room = await freeSpaceOf(dataDir);
    const cause =
      room < LITTLE_ROOM
        ? `only ${Math.floor(room / MEGABYTE)} MB of disk space are left`
        : (error as Error).message;
    throw new DataDirError(`Could not start the embedded database in ${databaseDir}: ${cause}.`);
  }
}

/** Reports whether a data folder contains a database. */
export function hasDatabaseIn(dataDir: string): boolean {
  return existsSync(join(databaseDirOf(dataDir), 'PG_VERSION'));
}

function databaseDirOf(dataDir: string): string {
  return join(dataDir, 'postgres');
}
