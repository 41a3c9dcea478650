import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { MAX } from 'uuid';

/**
 * Maximum number of changed lines, about 40 MB of memory. A directory that changes faster is
 * exported later.
 */
const MAX_CHANGED = 300_000;
/** Position of the id in a line: each line starts with `{"id":"`, and an id has 36 characters. */
const ID = [7, 43] as const;

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

  constructor(path: string) {
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
      writeFileSync(this.file, bytes);
      this.places.set(id, { offset: this.size, length: bytes.length });
      this.size += bytes.length;
    }
    if (this.count > MAX_CHANGED) {
      throw new TooManyChangesError('The directory changed too much during the export.');
    }
  }

  /** Applies the changes to lines in ascending order of their ids. */
  async *applyTo(lines: AsyncIterable<string>): AsyncGenerator<string> {
    const ids = [...this.places.keys()].sort();
    let next = 0;
    const changedUpTo = function* (this: ChangedLines, id: string) {
      for (; next < ids.length && ids[next]! <= id; next++) yield* this.read(ids[next]!);
    }.bind(this);
    for await (const line of lines) {
      const id = line.slice(...ID);
      yield* changedUpTo(id);
      if (!this.places.has(id)) yield line;
    }
    yield* changedUpTo(MAX);
  }

  close(): void {
    closeSync(this.file);
  }

  private *read(id: string): Generator<string> {
    const place = this.places.get(id);
    if (!place) return;
    const bytes = Buffer.allocUnsafe(place.length);
    readSync(this.file, bytes, 0, place.length, place.offset);
    yield bytes.toString();
  }
}
