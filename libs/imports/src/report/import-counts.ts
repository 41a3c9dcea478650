import type { Note } from '../cleaning/notes.js';
import { type Kind, KINDS, type RowReport } from './row-report.js';

/** Counts rows by kind and cleaning notes by type. */
export class ImportCounts {
  readonly kinds = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  readonly notes = new Map<Note, number>();
  /** Number of rows of the file. */
  rows = 0;

  add(row: RowReport): void {
    this.kinds[row.kind]++;
    if (row.line !== null) this.rows++;
    for (const note of row.notes ?? []) this.notes.set(note, (this.notes.get(note) ?? 0) + 1);
  }
}
