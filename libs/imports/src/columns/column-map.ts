import { MAX_COLUMNS } from '../source/limits.js';
import { tidy } from '../cleaning/text.js';
import {
  ALIASES,
  CATEGORY_PREFIXES,
  comparable,
  type Field,
  FIELDS,
  type RawRecord,
} from './fields.js';
import { mappedColumns, type Mapping } from './mapping.js';

/** Maps columns to fields by the names in a header. */
export class ColumnMap {
  private readonly columns: { field: Field; indexes: number[] }[];
  /** Columns named in the mapping but missing from the header. */
  readonly missing: readonly string[];
  private readonly names: readonly string[];
  /** Values that all rows have. */
  private readonly constants: RawRecord;
  /** Replaced values by field and text. */
  private readonly replaced: ReadonlyMap<Field, ReadonlyMap<string, string>>;

  constructor(
    private readonly header: readonly string[],
    mapping: Mapping = {},
  ) {
    this.names = header.map(comparable);
    const indexesOf = (name: string) =>
      this.names.flatMap((other, index) => (other === name ? [index] : []));
    const mapped = Object.entries(mapping) as [Field, NonNullable<Mapping[Field]>][];
    this.missing = mapped
      .flatMap(([, field]) => mappedColumns(field))
      .filter((name) => !this.names.includes(comparable(name)));
    this.columns = FIELDS.map((field) => {
      const given = mapping[field] && mappedColumns(mapping[field]).map(comparable);
      return { field, indexes: (given ?? ALIASES[field]).flatMap(indexesOf) };
    }).filter(({ indexes }) => indexes.length > 0);
    this.constants = Object.fromEntries(
      mapped.flatMap(([field, given]) => ('value' in given ? [[field, given.value]] : [])),
    );
    this.replaced = new Map(
      mapped.flatMap(([field, given]) => {
        if (Array.isArray(given) || 'value' in given) return [];
        const values = Object.entries(given.values);
        return [[field, new Map(values.map(([from, to]) => [from.trim().toLowerCase(), to]))]];
      }),
    );
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

  /** Columns that no field uses. */
  get ignored(): readonly string[] {
    const used = new Set(this.columns.flatMap(({ indexes }) => indexes));
    return this.header.filter((name, index) => name !== '' && !used.has(index));
  }

  /** Number of fields with columns. */
  get size(): number {
    return this.columns.length;
  }

  /** Reads the fields of a row. A field whose columns are all blank is an empty string. */
  read(values: readonly string[]): RawRecord {
    const record: RawRecord = { ...this.constants };
    for (const { field, indexes } of this.columns) {
      const own =
        field === 'website' ? indexes.filter((index) => !isRecord(values[index])) : indexes;
      if (own.length === 0) continue;
      const filled =
        own.find((index) => tidy(values[index]) !== null) ??
        own.find((index) => values[index]?.trim());
      record[field] = filled === undefined ? '' : this.valueOf(field, filled, values[filled]!);
    }
    return record;
  }

  private valueOf(field: Field, index: number, cell: string): string {
    const replaced = this.replaced.get(field);
    const prefix = field === 'category' ? CATEGORY_PREFIXES.get(this.names[index]!) : undefined;
    if (!replaced && !prefix) return cell;
    const whole = replaced?.get(cell.trim().toLowerCase());
    if (whole !== undefined) return whole;
    return cell
      .split(/([;|])/)
      .map((part) => {
        if (/^[;|]?$/.test(part.trim())) return part;
        return replaced?.get(part.trim().toLowerCase()) ?? `${prefix ?? ''}${part.trim()}`;
      })
      .join('');
  }
}

/** Reports whether a `url` is a record of this API and not the business's website. */
function isRecord(url = ''): boolean {
  return /\/api\/v1\/businesses\/[^/]+$/.test(url);
}

/** Maximum number of cached column sets; records of one source have few. */
const REMEMBERED = 200;
/** Maximum total length of a cached column set, in characters. Longer sets are mapped each time. */
const LONGEST_REMEMBERED = 10_000;

/** Maps columns to fields for sources where each row may have different columns. */
export class ColumnMapper {
  /** Columns named in the mapping but not found in any row yet. */
  unmet: readonly string[];
  /** Names of columns found in any row so far. */
  private readonly names = new Set<string>();
  private readonly maps = new Map<string, ColumnMap>();

  constructor(readonly mapping: Mapping = {}) {
    this.unmet = new ColumnMap([], mapping).missing;
  }

  /** Maps the columns of all rows so far. */
  get all(): ColumnMap {
    return new ColumnMap([...this.names].slice(0, MAX_COLUMNS), this.mapping);
  }

  for(names: readonly string[]): ColumnMap {
    const key = names.join('\n');
    const known = this.maps.get(key);
    if (known) return known;
    if (this.maps.size >= REMEMBERED) this.maps.clear();
    const map = new ColumnMap(names, this.mapping);
    if (this.names.size < MAX_COLUMNS) for (const name of names) this.names.add(name);
    this.unmet = this.unmet.filter((column) => map.missing.includes(column));
    if (key.length <= LONGEST_REMEMBERED) this.maps.set(key, map);
    return map;
  }
}
