import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAll } from './gzip-file.js';

/** Some 40 MB of what is kept of them in memory. A directory that changes faster is exported later. */
const MAX_CHANGED = 300_000;

export class TooManyChangesError extends Error {}

/** Lines that changed while a file was made, each as it was last: on the disk, and where, in memory. */
export class ChangedLines {
  /** Null for a line that is gone. At most `MAX_CHANGED`. */
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
    if (this.count > MAX_CHANGED) throw new TooManyChangesError('Too much changes meanwhile.');
  }

  /** The ids of all of them, in their order. */
  ids(): string[] {
    return [...this.places.keys()].sort();
  }

  /** Null for a line that is gone, undefined for one that has not changed. */
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
