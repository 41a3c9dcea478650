import { tidy } from '../cleaning/text.js';
import type { RawRecord } from '../columns/fields.js';
import type { Mapping } from '../columns/mapping.js';

/** Where the rows of an import come from. */
export interface ImportSource {
  id: number;
  name: string;
  /** Where sources disagree, the higher one counts. */
  rank: number;
  /** The column whose value a row keeps when all else of it changes. */
  idColumn: string | null;
}

/** The one source of all files for which nobody names a source. */
export const UNNAMED: ImportSource = { id: 0, name: 'unnamed', rank: 0, idColumn: null };

/** Characters of the id of a row in its source. */
const MAX_KEY = 200;

/** Returns the id of a row in its source; null where its column is blank. */
export function keyOf({ sourceId }: RawRecord): string | null {
  return tidy(sourceId)?.slice(0, MAX_KEY) ?? null;
}

/** Which column of a source is read for the ids of its rows. */
export function keyMapping({ idColumn }: ImportSource): Mapping {
  return idColumn === null ? {} : { sourceId: [idColumn] };
}
