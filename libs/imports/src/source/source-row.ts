import type { Note } from '../cleaning/notes.js';
import type { RawRecord } from '../columns/fields.js';

/** One row of a source: what it says, or why it cannot be read. */
export type SourceRow = {
  /** Where it begins, counted from 1. */
  line: number;
  /** Its cells as the source has them, for the file of rejected rows. */
  cells: readonly string[];
} & ({ record: RawRecord; notes?: readonly Note[] } | { problem: string });
