import type { Note } from '../cleaning/notes.js';
import type { RawRecord } from '../columns/fields.js';
import type { Encoding } from './encoding.js';
import type { Format } from './format.js';

/** One row of a source, or the reason why it can't be read. */
export type SourceRow = {
  /** First line, counted from 1. */
  line: number;
  /** Original cells, for the file of rejected rows. */
  cells: readonly string[];
} & ({ record: RawRecord; notes?: readonly Note[] } | { problem: string });

/** Parses rows from a source's streamed text. */
export interface RowReader {
  /** Column names of the source, if it has its own; known once the first row was read. */
  readonly header: readonly string[];
  push(text: string): SourceRow[];
  /** Returns the remaining rows after the last chunk. */
  end(): SourceRow[];
}

/** Rows of a file of any kind, which can be read once. */
export interface RowSource {
  readonly format: Format;
  /** Null for binary files. */
  readonly encoding: Encoding | null;
  /** Column names, if the file has its own; known once the first row was read. */
  readonly header: readonly string[];
  /** Names of the sheets or layers, the one that is read first; known once its first row was read. */
  readonly sheets?: readonly string[];
  /** Share of the file read so far, from 0 to 1. */
  readonly progress: number;
  rows(): AsyncGenerator<SourceRow>;
}
