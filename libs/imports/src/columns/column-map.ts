import { ALIASES } from './aliases.js';
import { type Field, FIELDS, type RawRecord } from './fields.js';
import type { Mapping } from './mapping.js';

/** Maps columns to fields by the names in a header. */
export class ColumnMap {
  private readonly columns: { field: Field; indexes: number[] }[];
  /** Columns named in the mapping but missing from the header. */
  readonly missing: readonly string[];

  constructor(
    private readonly header: readonly string[],
    mapping: Mapping = {},
  ) {
    const names = header.map(comparable);
    const indexesOf = (name: string) =>
      names.flatMap((other, index) => (other === name ? [index] : []));
    this.missing = Object.values(mapping)
      .flat()
      .filter((name) => !names.includes(comparable(name)));
    this.columns = FIELDS.map((field) => ({
      field,
      indexes: (mapping[field]?.map(comparable) ?? ALIASES[field]).flatMap(indexesOf),
    })).filter(({ indexes }) => indexes.length > 0);
  }

  has(field: Field): boolean {
    return this.columns.some((column) => column.field === field);
  }

  /** Columns of each mapped field, as named in the header. */
  get used(): ReadonlyMap<Field, readonly string[]> {
    return new Map(
      this.columns.map(({ field, indexes }) => [
        field,
        indexes.map((index) => this.header[index]!),
      ]),
    );
  }

  /** Number of fields with columns. */
  get size(): number {
    return this.columns.length;
  }

  /** Reads the fields of a row. A field whose columns are all blank is an empty string. */
  read(values: readonly string[]): RawRecord {
    const record: RawRecord = {};
    for (const { field, indexes } of this.columns) {
      const own =
        field === 'website' ? indexes.filter((index) => !isRecord(values[index])) : indexes;
      if (own.length === 0) continue;
      const filled = own.find((index) => values[index]?.trim());
      record[field] = filled === undefined ? '' : values[filled];
    }
    return record;
  }
}

/** Reports whether a `url` is a record of this API and not the business's website. */
function isRecord(url = ''): boolean {
  return /\/api\/v1\/businesses\/[^/]+$/.test(url);
}

/** Normalizes a column name: removes spelling differences and explanations in parentheses. */
function comparable(name: string): string {
  const explained = name.replace(/\([^)]*\)/g, '');
  return (explained.trim() || name).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
