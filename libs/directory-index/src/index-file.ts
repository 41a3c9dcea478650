import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
import type { IndexedState } from './business-rows.repository.js';
import { ARRAY_NAMES, ARRAYS, type ColumnArrays, type ColumnKeys, Columns } from './columns.js';
import type { Orders } from './directory.js';

/** Content of the file. */
interface Saved {
  /** Version of the program and the arrays, on which the format depends. */
  format: string;
  state: IndexedState;
  keys: ColumnKeys;
  arrays: ColumnArrays;
  orders: Orders;
}

const FORMAT = [VERSION, ...ARRAY_NAMES.map((name) => name + ARRAYS[name].name)].join();

const NAME = 'directory-index';
/** Names of files still being written. */
const PART = new RegExp(`^${NAME}\\.[\\da-f]{8}\\.part$`);
/** Milliseconds without a write after which such a file counts as abandoned. A stop takes seconds. */
const ABANDONED_AFTER = 60_000;

/** Content of the index at one state of the directory. */
interface IndexContent {
  state: IndexedState;
  columns: Columns;
  orders: Orders;
}

/**
 * Copy of the index in `DATA_DIR`, so that a restart need not read all businesses from the database.
 * Takes 72 bytes for each business.
 */
@Injectable()
export class IndexFile {
  private readonly path: string;

  constructor({ DATA_DIR }: Environment) {
    this.path = join(DATA_DIR, NAME);
  }

  /**
   * @returns undefined without a file of exactly this state. Comparing versions is not enough: a
   * database that was set back reaches the same versions again.
   */
  async read({
    version,
    epoch,
    changedAt,
  }: IndexedState): Promise<Omit<IndexContent, 'state'> | undefined> {
    const bytes = await readFile(this.path).catch(() => undefined);
    if (!bytes) return undefined;
    const { format, state, keys, arrays, orders } = deserialize(bytes) as Saved;
    const isSame =
      format === FORMAT &&
      state.version === version &&
      state.epoch === epoch &&
      state.changedAt === changedAt;
    return isSame ? { columns: Columns.of(arrays, keys), orders } : undefined;
  }

  /** Replaces the file. */
  async write({ state, columns, orders }: IndexContent): Promise<void> {
    await this.removeAbandoned();
    const { keys, arrays } = columns;
    const saved: Saved = { format: FORMAT, state, keys, arrays, orders };
    const part = `${this.path}.${randomBytes(4).toString('hex')}.part`;
    try {
      await writeFile(part, serialize(saved), { flag: 'wx', mode: 0o600, flush: true });
      await rename(part, this.path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Removes the parts of processes that were killed while they wrote. */
  private async removeAbandoned(): Promise<void> {
    const folder = dirname(this.path);
    for (const name of (await readdir(folder)).filter((each) => PART.test(each))) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await rm(path, { force: true });
    }
  }
}
