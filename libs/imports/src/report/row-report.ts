import type { Note } from '../cleaning/notes.js';
import type { Outcome } from '../writing/batch-plan.js';

/** Outcome of an input row, which has exactly one kind. */
const ROW_KINDS = ['inserted', 'updated', 'unchanged', 'merged', 'rejected'] as const;
/** Outcome of a row, or of a business that a complete file lacks. */
export const KINDS = [...ROW_KINDS, 'closed', 'removed'] as const;
export type Kind = (typeof KINDS)[number];

/** Reports a row, or a business that a complete file lacks, which has no line. */
export type RowReport = { line: number | null; cells: readonly string[] } & RowOutcome;

export type RowOutcome =
  | {
      kind: Outcome | 'closed' | 'removed';
      slug: string;
      /** Business id; missing in a dry run, where the business may not exist yet. */
      businessId?: string;
      /** Slug of a possible duplicate. */
      similarTo?: string;
      /** Old values of the fields that the row changed, null for none. */
      before?: Record<string, unknown>;
      /** New values of the same fields. */
      after?: Record<string, unknown>;
      notes: readonly Note[];
    }
  | { kind: 'rejected'; reason: string; notes?: readonly Note[] };

/** Receives the outcome of each row in input order. */
export type RowListener = (row: RowReport) => void | Promise<void>;

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
