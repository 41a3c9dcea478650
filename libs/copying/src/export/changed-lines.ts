import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAll } from './gzip-file.js';

/**
 * Maximum number of changed lines, about 40 MB of memory. A directory that changes faster is
 * exported later.
 */
const MAX_CHANGED = 300_000;

export class TooManyChangesError extends Error {}

/**
 * Collects the lines that change while an export is written, each in its latest state. Keeps the
 * text on disk and its location in memory.
 */
export class ChangedLines {
  /** Location of each changed line, or null for a deleted one. At most `MAX_CHANGED` entries. */
  private readonly places = new Map<string, { offset: number; length: number } | null>();
  private readonly file: number;
  private size = 0;

  constructor(private readonly path: string) {
    this.file = openSync(path, 'wx+', 0o600);
  }

  get count(): number {
    return this.places.size;
  }

  /** @throws TooManyChangesError */
  set(id: string, text: string | null): void {
    if (text === null) {
      this.places.set(id, null);
    } else {
      const bytes = Buffer.from(text);
      writeAll(this.file, bytes, this.size);
      this.places.set(id, { offset: this.size, length: bytes.length });
      this.size += bytes.length;
    }
    if (this.count > MAX_CHANGED) {
      throw new TooManyChangesError('The directory changed too much during the export.');
    }
  }

  /** Returns the ids of all changed lines in ascending order. */
  ids(): string[] {
    return [...this.places.keys()].sort();
  }

  /** Returns the line, null if it was deleted, or undefined if it has not changed. */
  get(id: string): string | null | undefined {
    const place = this.places.get(id);
    if (!place) return place;
    const bytes = Buffer.allocUnsafe(place.length);
    readSync(this.file, bytes, 0, place.length, place.offset);
    return bytes.toString();
  }

  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }
}
