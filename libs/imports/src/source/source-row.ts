import type { Note } from '../cleaning/notes.js';
import type { RawRecord } from '../columns/fields.js';
import type { Encoding } from './encoding.js';
import type { Format } from './format.js';

/** One row of a source: what it says, or why it cannot be read. */
export type SourceRow = {
  /** Where it begins, counted from 1. */
  line: number;
  /** Its cells as the source has them, for the file of rejected rows. */
  cells: readonly string[];
} & ({ record: RawRecord; notes?: readonly Note[] } | { problem: string });

/** Makes rows of a source's text, which comes in pieces. */
export interface RowReader {
  /** The names of the source's columns, where it has some of its own; known by the first row. */
  readonly header: readonly string[];
  push(text: string): SourceRow[];
  /** What is left when the last piece was pushed. */
  end(): SourceRow[];
}

/** Rows of a file of whatever kind, which can be read once. */
export interface RowSource {
  readonly format: Format;
  /** Null for files that are not text. */
  readonly encoding: Encoding | null;
  /** The names of its columns, where it has some of its own; known by the first row. */
  readonly header: readonly string[];
  /** The share of it that was read, from 0 to 1. */
  readonly progress: number;
  rows(): AsyncGenerator<SourceRow>;
}
