import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/sql.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import {
  type IndexedState,
  readChanges,
  readOrder,
  readRows,
  readState,
} from './business-rows.repository.js';
import { Columns } from './columns.js';
import { Directory, type Orders, type Scan } from './directory.js';
import { IndexFile } from './index-file.js';
import { PositionIndex } from './position-index.js';
import { reordered, withFirst } from './reordered.js';

/** Businesses read by one statement while the index is loaded. Writing them takes milliseconds. */
const ROWS_AT_ONCE = 10_000;
/** Statements at once while the index is loaded. Leaves connections for other reads. */
const STATEMENTS_AT_ONCE = 2;
/** Share of all businesses, but at least a number, that may change between two updates. */
const MAX_CHANGED = 1 / 20;
const FEW_CHANGES = 1_000;
/** Number of writes beyond two for each business after which the dictionaries are rebuilt. */
const SPARE_WRITES = 100_000;
/** Milliseconds for which a scan may block the event loop. */
const SLICE = 4;
/** Number of attempts of a scan or an update that is disturbed by changes. */
const ATTEMPTS = 3;

/**
 * Keeps the properties of all businesses that lists filter, order and count by in memory. They are
 * loaded once, from the file of the last stop if the directory has not changed since, and then
 * follow the changes.
 *
 * Memory is bounded by one directory, or two while it is loaded again (see `Columns`). One update
 * runs at a time, however many callers wait for it.
 */
@Injectable()
export class DirectoryIndex implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DirectoryIndex.name);
  private isLoading = false;
  /** Undefined until the index is loaded. */
  private loaded: Loaded | undefined;
  /** Last update, which the next one waits for. */
  private last: Promise<unknown> = Promise.resolve();
  /** Update that has not begun to read. */
  private next: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly version: DirectoryVersion,
    private readonly file: IndexFile,
  ) {}

  get isLoaded(): boolean {
    return this.loaded !== undefined;
  }

  onApplicationBootstrap(): void {
    this.load();
  }

  /**
   * Saves the index for the next start. If an update disturbs it, the file has a version that the
   * database has left, so no start reads it.
   */
  async onApplicationShutdown(): Promise<void> {
    if (!this.loaded) return;
    const { state, directory } = this.loaded;
    await this.file.write({ ...directory, state }).catch((error: unknown) => {
      this.logger.warn(`The index was not saved, so the next start takes longer: ${String(error)}`);
    });
  }

  /** Loads the index in the background, unless it is loaded or being loaded. */
  load(): void {
    if (this.loaded || this.isLoading) return;
    this.isLoading = true;
    this.follow('0')
      .catch((error: unknown) => {
        // Readiness checks and reads try again.
        quietWhileAway(this.logger).error('Could not read the directory into memory.', error);
      })
      .finally(() => (this.isLoading = false));
  }

  /** Brings the index to the given version of the directory, or a later one. */
  async follow(version: string): Promise<void> {
    if (this.loaded && BigInt(this.loaded.directory.version) >= BigInt(version)) return;
    // An update under way may have read an older state, so another one follows it.
    this.next ??= this.inOneState(
      async () => {},
      () => (this.next = undefined),
    );
    await this.next;
  }

  /** Returns the current version of the directory, whose columns change when it does. */
  async current(): Promise<Directory> {
    await this.follow(await this.version.current());
    return this.loaded!.directory;
  }

  /**
   * Runs a scan on one version of the directory, in slices. Starts over if the directory changes in
   * a pause, and does not pause the last time.
   */
  async run<T>(scan: (directory: Directory) => Scan<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const { directory } = this.loaded!;
      const parts = scan(directory);
      let end = performance.now() + SLICE;
      do {
        const part = parts.next();
        if (part.done) return part.value;
        if (attempt === ATTEMPTS || performance.now() < end) continue;
        await setImmediate();
        end = performance.now() + SLICE;
      } while (this.loaded!.directory === directory);
    }
  }

  /**
   * Runs work on a snapshot of the database, with the index at the version of the snapshot. Other
   * updates wait until it has finished.
   *
   * @param begin called when all earlier updates have finished
   */
  inOneState<T>(work: (state: Statements) => Promise<T>, begin?: () => void): Promise<T> {
    const update = this.last.then(async () => {
      begin?.();
      let { loaded } = this;
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const before = loaded ?? (await this.read());
        const done = await this.database.reads.inOneState(async (snapshot) => {
          const updated = await follow(before, snapshot);
          if (!updated) return undefined;
          this.loaded = updated;
          return { result: await work(snapshot) };
        });
        if (done) return done.result;
        loaded = undefined;
      }
      throw new Error('The directory changes faster than it can be read.');
    });
    this.last = update.catch(() => {});
    return update;
  }

  private async read(): Promise<Loaded> {
    const { reads } = this.database;
    const state = await readState(reads);
    const saved = await this.file.read(state).catch((error: unknown) => {
      this.logger.warn(`The saved index could not be read: ${String(error)}`);
    });
    const { columns, orders } = saved ?? (await readAll(state, reads));
    columns.positions = await PositionIndex.of(columns);
    const { version, categories, regions } = state;
    const directory = new Directory(version, columns, orders, categories, regions);
    return { directory, state, writes: 0 };
  }
}

/** Directory in memory, with the state that its next update starts from. */
interface Loaded {
  directory: Directory;
  /** State of the database that the directory has. */
  state: IndexedState;
  /** Number of businesses written to the columns since they were loaded. */
  writes: number;
}

/**
 * Applies all changes until a snapshot.
 *
 * @returns undefined if the directory must be loaded again
 */
async function follow(before: Loaded, snapshot: Statements): Promise<Loaded | undefined> {
  const { columns, orders: former, version } = before.directory;
  const state = await readState(snapshot);
  const isLater = BigInt(state.version) >= BigInt(version);
  if (!isLater || state.epoch !== before.state.epoch) return undefined;
  if (state.version === version) return before;
  const most = Math.max(FEW_CHANGES, Math.floor(MAX_CHANGED * state.highestNumber));
  const read = await readChanges(before.state.changedAt, most, snapshot);
  const writes = before.writes + (read?.changes.length ?? 0);
  if (!read || writes > 2 * state.highestNumber + SPARE_WRITES) return undefined;
  const { changes, rows } = read;
  const byName = changes.map(({ number, nextByName: next }) => ({ number, next }));
  const byCreation = changes.map(({ number, nextByCreation: next }) => ({ number, next }));
  const name = reordered(former.name, byName);
  await setImmediate();
  const newest = reordered(former.newest, byCreation);
  await setImmediate();
  const numbers = Uint32Array.from(changes, ({ number }) => number);
  const updated = withFirst(former.updated, numbers);
  await setImmediate();
  if (!name || !newest) return undefined;
  if (columns.positions?.isWorn) columns.positions = await PositionIndex.of(columns);
  // Nothing pauses from here on, because scans must not see a part of the changes.
  columns.write(rows);
  const { categories, regions } = state;
  const orders = { name, newest, updated };
  const directory = new Directory(state.version, columns, orders, categories, regions);
  return { directory, state, writes };
}

/**
 * Reads all businesses. The statements may read different states, and businesses may change between
 * them. `follow` corrects that, because it applies all changes since the state before the first one.
 */
async function readAll(
  { highestNumber }: IndexedState,
  reads: Statements,
): Promise<{ columns: Columns; orders: Orders }> {
  const columns = new Columns(highestNumber);
  let next = 0;
  const readParts = async (): Promise<void> => {
    while (next <= highestNumber) {
      const from = next;
      next += ROWS_AT_ONCE;
      columns.write(await readRows(from, next, reads));
    }
  };
  await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, readParts));
  const orders = {
    name: await readOrder('name', reads),
    newest: await readOrder('newest', reads),
    updated: await readOrder('updated', reads),
  };
  return { columns, orders };
}
