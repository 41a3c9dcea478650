import { tidy } from '../cleaning/text.js';
import type { RawRecord } from '../columns/fields.js';
import type { Mapping } from '../columns/mapping.js';

/** Source of an import's rows. */
export interface ImportSource {
  id: number;
  name: string;
  /** Precedence when sources disagree; the higher rank wins. */
  rank: number;
  /** Column that identifies a row even if all its other values change. */
  idColumn: string | null;
}

/** Source of every file imported without a source name. */
export const UNNAMED: ImportSource = { id: 0, name: 'unnamed', rank: 0, idColumn: null };

/** Maximum length of a row id, in characters. */
const MAX_KEY = 200;

/** Returns the row's id in its source, or null if blank. */
export function keyOf({ sourceId }: RawRecord): string | null {
  return tidy(sourceId)?.slice(0, MAX_KEY) ?? null;
}

/** Maps the source's id column to the row id. */
export function keyMapping({ idColumn }: ImportSource): Mapping {
  return idColumn === null ? {} : { sourceId: [idColumn] };
}
