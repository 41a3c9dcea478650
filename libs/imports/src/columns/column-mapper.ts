import { ColumnMap } from './column-map.js';
import type { Mapping } from './mapping.js';

/** Different sets of names that are remembered: records of one source have few. */
const REMEMBERED = 200;
/** Characters; a set whose names are longer together is looked through each time. */
const LONGEST_REMEMBERED = 10_000;

/** Finds the fields among the names of columns, for sources where each row may have others. */
export class ColumnMapper {
  /** Columns that the mapping names and no row has had yet. */
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
