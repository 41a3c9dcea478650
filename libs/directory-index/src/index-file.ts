import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
import { type IndexedState, ORDERS } from './business-rows.repository.js';
import { ARRAY_NAMES, ARRAYS, type ColumnArrays, type ColumnKeys, Columns } from './columns.js';
import type { Orders } from './directory.js';

/** First four bytes: length of the header in bytes, which is followed by the arrays. */
const LENGTH_BYTES = 4;
/** Maximum length of the header, of which dictionaries take most. */
const MAX_HEADER = 64 * 1024 * 1024;
const ORDER_NAMES = Object.keys(ORDERS) as (keyof typeof ORDERS)[];

interface Header {
  /** Version of the program and the arrays, on which the format depends. */
  format: string;
  state: IndexedState;
  keys: ColumnKeys;
  /** Number of elements in each column. */
  size: number;
  /** Number of businesses in each order. */
  count: number;
}

const FORMAT = [VERSION, ...ARRAY_NAMES.map((name) => name + ARRAYS[name].name)].join();

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
    this.path = join(DATA_DIR, 'directory-index');
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
    const file = await open(this.path).catch(() => undefined);
    if (!file) return undefined;
    try {
      const header = await readHeader(file);
      const { format, state, keys, size, count } = header;
      const isSame =
        format === FORMAT &&
        state.version === version &&
        state.epoch === epoch &&
        state.changedAt === changedAt;
      if (!isSame) return undefined;
      const arrays: Record<string, ColumnArrays[keyof ColumnArrays]> = {};
      for (const name of ARRAY_NAMES) arrays[name] = await fill(new ARRAYS[name](size), file);
      const orders: Record<string, Uint32Array> = {};
      for (const name of ORDER_NAMES) orders[name] = await fill(new Uint32Array(count), file);
      const columns = Columns.of(arrays as unknown as ColumnArrays, keys);
      return { columns, orders: orders as unknown as Orders };
    } finally {
      await file.close();
    }
  }

  /** Replaces the file. */
  async write({ state, columns, orders }: IndexContent): Promise<void> {
    const { keys, size } = columns;
    const header: Header = { format: FORMAT, state, keys, size, count: orders.name.length };
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(text.length);
    const parts = [
      length,
      text,
      ...ARRAY_NAMES.map((name) => bytesOf(columns[name])),
      ...ORDER_NAMES.map((name) => bytesOf(orders[name])),
    ];
    const part = `${this.path}.${randomBytes(4).toString('hex')}.part`;
    try {
      const file = await open(part, 'wx', 0o600);
      try {
        for (const bytes of parts) await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(part, this.path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }
}

async function readHeader(file: FileHandle): Promise<Header> {
  const length = (await fill(Buffer.alloc(LENGTH_BYTES), file)).readUInt32BE();
  if (length > MAX_HEADER) throw new Error('The header is too long.');
  return JSON.parse((await fill(Buffer.alloc(length), file)).toString()) as Header;
}

/** Fills an array with the next bytes of a file. */
async function fill<T extends NodeJS.TypedArray>(array: T, file: FileHandle): Promise<T> {
  const bytes = bytesOf(array);
  const { bytesRead } = await file.read(bytes, 0, bytes.length);
  if (bytesRead < bytes.length) throw new Error('The file ends too early.');
  return array;
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
