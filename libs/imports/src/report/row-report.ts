import type { Note } from '../cleaning/notes.js';
import type { Outcome } from '../writing/batch-plan.js';

/** What became of one row of the input: each is in exactly one of these. */
export const KINDS = ['inserted', 'updated', 'unchanged', 'merged', 'rejected'] as const;
export type Kind = (typeof KINDS)[number];

export type RowReport = { line: number; cells: readonly string[] } & RowOutcome;

export type RowOutcome =
  | {
      kind: Outcome;
      slug: string;
      /** The business's id; missing in a dry run, where there may be none yet. */
      businessId?: string;
      /** The slug of another one that may be the same. */
      similarTo?: string;
      notes: readonly Note[];
    }
  | { kind: 'rejected'; reason: string; notes?: readonly Note[] };

/** Is told of each row, in the order of the input. */
export type RowListener = (row: RowReport) => void | Promise<void>;

/** A row's report for those who have the input at hand. */
export function withoutCells(row: RowReport): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'cells'));
}
