import type { SourceRow } from './source-row.js';

/** Makes rows of a source's text, which comes in pieces. */
export interface RowReader {
  /** The names of the source's columns, where it has some of its own; known by the first row. */
  readonly header: readonly string[];
  push(text: string): SourceRow[];
  /** What is left when the last piece was pushed. */
  end(): SourceRow[];
}
