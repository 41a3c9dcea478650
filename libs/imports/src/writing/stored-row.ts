import type { Note } from '../cleaning/notes.js';
import { combined, type Values } from './values.js';

/** Last known values of a business in a source. */
export interface StoredRow {
  sourceId: number;
  sourceName: string;
  key: string;
  businessId: string;
  rank: number;
  values: Values;
  digests: string[];
  /** Digest of the row before cleaning; null if it must be cleaned again. */
  rawDigest: string | null;
  /** Notes of cleaning that row. */
  notes: readonly Note[];
  importId: string | null;
  isMissing: boolean;
  /** States before the last imports that changed the row, the latest first. */
  former: Pick<StoredRow, 'rank' | 'values' | 'digests' | 'importId' | 'isMissing'>[];
  /** Business that an admin merged into this one, if the row describes that one. */
  mergedFrom: string | null;
}

/** Part of a row used to detect new values. */
export type RowMark = Pick<
  StoredRow,
  'key' | 'businessId' | 'rank' | 'digests' | 'rawDigest' | 'isMissing'
> & {
  postalCode: string | null;
  /** Last confirmation, as `YYYY-MM-DD`. */
  confirmedOn: string | null;
};

export function markOf({ values, ...row }: StoredRow): RowMark {
  const { postalCode = null, confirmed } = values;
  return { ...row, postalCode, confirmedOn: confirmed?.on ?? null };
}

/** Reports whether the row is empty because its source no longer lists it. */
export function isEmptied({ values }: Pick<StoredRow, 'values'>): boolean {
  return Object.keys(values).length === 0;
}

/** Reports whether the last import that changed a row added it, perhaps again. */
export function isAdded({ former: [before] }: Pick<StoredRow, 'former'>): boolean {
  return !before || isEmptied(before);
}

/**
 * Combines the values of a business's rows, given in order of precedence. An open row outweighs the
 * closed ones of its source.
 */
export function combinedRows(
  rows: readonly Pick<StoredRow, 'sourceName' | 'values' | 'isMissing' | 'mergedFrom'>[],
): Values {
  const stated = rows.map(({ values, isMissing, ...row }) => ({
    ...row,
    values: isMissing ? { ...values, status: 'closed' } : values,
  }));
  const openIn = new Set(
    stated
      .filter(({ values, mergedFrom }) => values.status === 'open' && mergedFrom === null)
      .map(({ sourceName }) => sourceName),
  );
  return combined(
    stated.map(({ sourceName, values }) =>
      values.status && openIn.has(sourceName) ? { ...values, status: 'open' } : values,
    ),
  );
}

type Ranked = Pick<StoredRow, 'mergedFrom' | 'rank' | 'sourceName' | 'key'>;

/**
 * Compares two rows of a business by precedence: its own rows before merged ones, then by rank,
 * then by source name and key. The order of import doesn't matter.
 */
export function byPrecedence(a: Ranked, b: Ranked): number {
  return (
    Number(a.mergedFrom !== null) - Number(b.mergedFrom !== null) ||
    b.rank - a.rank ||
    compare(a.sourceName, b.sourceName) ||
    compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
