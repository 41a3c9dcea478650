import type { ColumnRow, Place } from './business-rows.repository.js';
import { type AttributeFilter, filtersPassed, type StoredAttributes } from './attributes.js';
import { INITIALS, BUSINESS_STATUSES, type BusinessStatus } from './criteria.js';
import { Dictionary } from './dictionary.js';
import { OpeningHours, type Schedule } from './opening-hours.js';
import type { PositionIndex } from './position-index.js';

/** Value in `presence` of a number that no business has. */
const ABSENT = 0;
/** Value in `presence` of an open business. */
export const OPEN = presenceOf('open', false);

/** Sizes of encoded values, see `ColumnRow`. */
const BYTES_OF_NUMBER = 4;
const BYTES_OF_NUMBERS = 56;
const YEAR_2000 = Date.UTC(2000);

/** Extra capacity, so that new businesses do not reallocate the columns one by one. */
const SPARE = 1_024;

/** Arrays of `Columns`. */
export const ARRAYS = {
  latitudes: Float64Array,
  longitudes: Float64Array,
  created: Float64Array,
  updated: Float64Array,
  placeOf: Uint32Array,
  postalCodeOf: Uint32Array,
  categoriesOf: Uint32Array,
  hoursOf: Uint32Array,
  attributesOf: Uint32Array,
  confirmed: Uint16Array,
  established: Uint16Array,
  presence: Uint8Array,
  initials: Uint8Array,
} as const;

/** Columns of `ColumnRow` with texts: the dictionary of each, and the array of its indexes. */
const CODED = {
  place: { dictionary: 'places', array: 'placeOf' },
  postalCode: { dictionary: 'postalCodes', array: 'postalCodeOf' },
  categories: { dictionary: 'categorySets', array: 'categoriesOf' },
  hours: { dictionary: 'openingHours', array: 'hoursOf' },
  attributes: { dictionary: 'attributes', array: 'attributesOf' },
} as const;

type CodedColumn = keyof typeof CODED;
const CODED_COLUMNS = Object.keys(CODED) as CodedColumn[];

export type ColumnKeys = Record<CodedColumn, string[]>;

export const ARRAY_NAMES = Object.keys(ARRAYS) as (keyof typeof ARRAYS)[];

export type ColumnArrays = {
  [Name in keyof typeof ARRAYS]: InstanceType<(typeof ARRAYS)[Name]>;
};

/**
 * Properties of all businesses by business number, which is an index of each array. Texts are
 * stored once, in dictionaries. Takes 62 bytes for each number up to the highest one, plus 2% when
 * it grows, and the distinct texts.
 */
export class Columns {
  /** Degrees, NaN if unknown. */
  declare latitudes: Float64Array;
  declare longitudes: Float64Array;
  /** Milliseconds since 1970. */
  declare created: Float64Array;
  declare updated: Float64Array;
  /** Indexes of dictionaries. */
  declare placeOf: Uint32Array;
  declare postalCodeOf: Uint32Array;
  declare categoriesOf: Uint32Array;
  declare hoursOf: Uint32Array;
  declare attributesOf: Uint32Array;
  /** Days since 1970, 0 if unknown or earlier. */
  declare confirmed: Uint16Array;
  declare established: Uint16Array;
  /** See `presenceOf`. */
  declare presence: Uint8Array;
  /** Indexes of `INITIALS`. */
  declare initials: Uint8Array;
  /** Undefined until all businesses are loaded. */
  positions: PositionIndex | undefined;

  readonly places = new Dictionary((key) => JSON.parse(key) as Place);
  readonly postalCodes = new Dictionary((key) => key || null);
  /** Lists of category slugs. */
  readonly categorySets = new Dictionary((key): readonly string[] => (key ? key.split(',') : []));
  readonly openingHours = new Dictionary((key) => new OpeningHours(JSON.parse(key) as Schedule));
  readonly attributes = new Dictionary((key): ReadonlySet<AttributeFilter> =>
    filtersPassed(JSON.parse(key) as StoredAttributes),
  );

  /** Numbers of open businesses by index of `places`. */
  readonly openInPlace: number[] = [];

  constructor(highestNumber: number) {
    Object.assign(this, allocate(sizeFor(highestNumber)));
  }

  /** @param keys see `keys` */
  static of(arrays: ColumnArrays, keys: ColumnKeys): Columns {
    const columns = Object.assign(new Columns(0), arrays);
    for (const column of CODED_COLUMNS) {
      for (const key of keys[column]) columns[CODED[column].dictionary].indexOf(key);
    }
    for (let number = 0; number < columns.size; number++) columns.count(number, 1);
    return columns;
  }

  /** Keys of the dictionaries by column, in the order of their values. */
  get keys(): ColumnKeys {
    const entries = CODED_COLUMNS.map((column) => [column, this[CODED[column].dictionary].keys]);
    return Object.fromEntries(entries) as ColumnKeys;
  }

  get arrays(): ColumnArrays {
    const entries = ARRAY_NAMES.map((name) => [name, this[name]]);
    return Object.fromEntries(entries) as ColumnArrays;
  }

  /** One more than the highest number that fits, a multiple of 32. */
  get size(): number {
    return this.presence.length;
  }

  /** Writes the businesses in the given rows, or replaces them. */
  write(rows: readonly ColumnRow[]): void {
    const numbers = rows.filter(({ column }) => column === 'numbers');
    for (const { bytes } of numbers) this.writeNumbers(viewOf(bytes));
    for (const { column, value, bytes } of rows) {
      if (column === 'numbers') continue;
      const { dictionary, array } = CODED[column];
      fill(this[array], this[dictionary].indexOf(value ?? ''), viewOf(bytes));
    }
    for (const { bytes } of numbers) {
      const view = viewOf(bytes);
      for (let at = 0; at < view.byteLength; at += BYTES_OF_NUMBERS) {
        this.count(view.getUint32(at), 1);
      }
    }
  }

  private writeNumbers(view: DataView): void {
    for (let at = 0; at < view.byteLength; at += BYTES_OF_NUMBERS) {
      const number = view.getUint32(at);
      this.makeRoomFor(number);
      this.count(number, -1);
      this.place(number, view.getFloat64(at + 4), view.getFloat64(at + 12));
      this.created[number] = timeOf(view, at + 20);
      this.updated[number] = timeOf(view, at + 28);
      this.initials[number] = initialOf(view.getUint32(at + 36));
      const status = BUSINESS_STATUSES[view.getUint32(at + 40)]!;
      this.presence[number] = presenceOf(status, view.getUint32(at + 44) === 1);
      this.confirmed[number] = view.getInt32(at + 48);
      this.established[number] = view.getInt32(at + 52);
    }
  }

  private place(number: number, latitude: number, longitude: number): void {
    const isUnmoved =
      this.presence[number] !== ABSENT &&
      Object.is(this.latitudes[number], latitude) &&
      Object.is(this.longitudes[number], longitude);
    if (isUnmoved) return;
    this.latitudes[number] = latitude;
    this.longitudes[number] = longitude;
    this.positions?.move(number, latitude, longitude);
  }

  private count(number: number, by: 1 | -1): void {
    if (this.presence[number] !== OPEN) return;
    const place = this.placeOf[number]!;
    this.openInPlace[place] = (this.openInPlace[place] ?? 0) + by;
  }

  private makeRoomFor(number: number): void {
    if (number < this.size) return;
    const grown = allocate(sizeFor(Math.ceil(number * 1.02)));
    for (const name of ARRAY_NAMES) grown[name].set(this[name]);
    Object.assign(this, grown);
  }
}

function allocate(size: number): ColumnArrays {
  const entries = Object.entries(ARRAYS).map(([name, Type]) => [name, new Type(size)]);
  const arrays = Object.fromEntries(entries) as ColumnArrays;
  arrays.latitudes.fill(NaN);
  return arrays;
}

/** Returns a code for the status and whether the business is removed, from 1 to 6. */
export function presenceOf(status: BusinessStatus, isRemoved: boolean): number {
  return 1 + BUSINESS_STATUSES.indexOf(status) + (isRemoved ? BUSINESS_STATUSES.length : 0);
}

function initialOf(codePoint: number): number {
  const character = codePoint === 0 ? '' : String.fromCodePoint(codePoint);
  const initial = character >= '0' && character <= '9' ? '0-9' : character;
  const index = (INITIALS as readonly string[]).indexOf(initial);
  return index < 0 ? INITIALS.length - 1 : index;
}

/** @returns milliseconds since 1970 of microseconds since 2000, as encoded by timestamptz_send */
function timeOf(view: DataView, at: number): number {
  const microseconds = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
  return microseconds / 1000 + YEAR_2000;
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function fill(column: Uint32Array, value: number, numbers: DataView): void {
  for (let at = 0; at < numbers.byteLength; at += BYTES_OF_NUMBER) {
    column[numbers.getUint32(at)] = value;
  }
}

function sizeFor(highestNumber: number): number {
  return Math.ceil((highestNumber + SPARE) / 32) * 32;
}
