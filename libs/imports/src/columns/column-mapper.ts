import { ColumnMap } from './column-map.js';
import type { Mapping } from './mapping.js';

/** Maximum number of cached column sets; records of one source have few. */
const REMEMBERED = 200;
/** Maximum total length of a cached column set, in characters. Longer sets are mapped each time. */
const LONGEST_REMEMBERED = 10_000;

/** Maps columns to fields for sources where each row may have different columns. */
export class ColumnMapper {
  /** Columns named in the mapping but not found in any row yet. */
  unmet: readonly string[];
  private readonly maps = new Map<string, ColumnMap>();

  constructor(readonly mapping: Mapping = {}) {
    this.unmet = new ColumnMap([], mapping).missing;
  }

  for(names: readonly string[]): ColumnMap {
    const key = names.join('\n');
    const known = this.maps.get(key);
    if (known) return known;
    if (this.maps.size >= REMEMBERED) this.maps.clear();
    const map = new ColumnMap(names, this.mapping);
    this.unmet = this.unmet.filter((column) => map.missing.includes(column));
    if (key.length <= LONGEST_REMEMBERED) this.maps.set(key, map);
    return map;
  }
}
