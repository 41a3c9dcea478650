import type { AttributeRow, DirectoryState } from './attribute-rows.js';
import { Dictionary } from './dictionary.js';
import type { NumberSet } from './number-set.js';
import { OpeningHours } from './opening-hours.js';
import { COORDINATES, NOWHERE, toUnits, type UnitBox } from './positions.js';
import { SpatialIndex } from './spatial-index.js';

/** Numbers per business in `kinds`. They are adjacent, so that one memory access loads them all. */
export const KINDS = 3;
/** Offset of twice the index in `places`, plus 1 if the business is open. */
export const PLACE = 0;
/** Offset of the index in `categorySets`. */
export const CATEGORIES = 1;
/** Offset of the index in `openingHours`. */
export const HOURS = 2;

/** Sizes of encoded values, see `AttributeRow`. */
const BYTES_OF_NUMBER = 4;
const BYTES_OF_POSITION = 20;

/** Extra capacity, so that new businesses do not reallocate the table one by one. */
const SPARE = 1_000;
/** Number of writes beyond two for each business after which the table is rebuilt. */
const SPARE_WRITES = 100_000;

/** City and county in the spelling of some businesses. */
export interface Place {
  citySlug: string | null;
  city: string | null;
  countySlug: string | null;
  county: string | null;
}

/**
 * Attributes of all businesses that filters count, and their positions, indexed by business number.
 * Uses 24 bytes for each number up to the highest one, plus 2% when it grows, even if the
 * businesses no longer exist, and the distinct places, category sets and opening hours.
 */
export class AttributeTable {
  /**
   * Positions and attributes by business number, laid out as in `COORDINATES` and `KINDS`. Replaced
   * by larger arrays as needed.
   */
  positions: Int32Array;
  kinds: Uint32Array;
  readonly places = new Dictionary((text): Place => {
    const [citySlug, city, countySlug, county] = JSON.parse(text) as (string | null)[];
    return { citySlug, city, countySlug, county } as Place;
  });
  /** Distinct lists of category slugs. */
  readonly categorySets = new Dictionary((text) => (text === '' ? [] : text.split(',')));
  readonly openingHours = new Dictionary((text) => new OpeningHours(text));
  /** Number of writes. Readers that take longer compare it to detect changes. */
  writes = 0;
  /** State of the directory that the table has, or undefined while it is first filled. */
  state: DirectoryState | undefined;
  /** Number of open businesses in each of `places`. */
  private readonly listed: number[] = [];
  private index: SpatialIndex | undefined;
  private names: { cities: Map<string, string>; counties: Map<string, string> } | undefined;

  constructor({ highestNumber }: DirectoryState) {
    const size = highestNumber + SPARE;
    this.positions = new Int32Array(size * COORDINATES);
    this.kinds = new Uint32Array(size * KINDS);
  }

  /** One more than the highest number that fits. */
  get size(): number {
    return this.positions.length / COORDINATES;
  }

  isAt(version: string): boolean {
    return this.state !== undefined && BigInt(this.state.version) >= BigInt(version);
  }

  /**
   * Reports whether the table can be updated to a state. It cannot go back in time, and it is
   * rebuilt once most of its distinct values may be unused.
   */
  canFollow({ version, highestNumber }: DirectoryState): boolean {
    const isFull = this.writes > 2 * highestNumber + SPARE_WRITES;
    return !isFull && BigInt(this.state!.version) <= BigInt(version);
  }

  /** Most common spelling among open businesses, by slug. */
  get cityNames(): ReadonlyMap<string, string> {
    return this.placeNames().cities;
  }

  get countyNames(): ReadonlyMap<string, string> {
    return this.placeNames().counties;
  }

  /**
   * Returns all businesses in a part of the map and some around it, or undefined if these are half
   * of all businesses or more.
   */
  around(box: UnitBox): NumberSet | undefined {
    this.index ??= new SpatialIndex(this.positions);
    return this.index.around(box, this.size);
  }

  /** Replaces the attributes of the businesses in the given rows. */
  write(rows: readonly AttributeRow[]): void {
    for (const { attribute, value, listed, numbers } of rows) {
      if (attribute === 'position') this.writePositions(numbers);
      if (attribute === 'place') this.writePlace(this.places.numberOf(value), listed!, numbers);
      if (attribute === 'categories') {
        this.writeKind(CATEGORIES, this.categorySets.numberOf(value), numbers);
      }
      if (attribute === 'hours') {
        this.writeKind(HOURS, this.openingHours.numberOf(value), numbers);
      }
    }
    this.names = undefined;
  }

  private writePositions(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += BYTES_OF_POSITION) {
      const number = bytes.readUInt32BE(at);
      const [latitude, longitude] = [bytes.readDoubleBE(at + 4), bytes.readDoubleBE(at + 12)];
      const isNowhere = Number.isNaN(latitude) || Number.isNaN(longitude);
      const { x, y } = isNowhere ? { x: 0, y: NOWHERE } : toUnits({ latitude, longitude });
      this.makeRoomFor(number);
      this.positions[number * COORDINATES] = x;
      this.positions[number * COORDINATES + 1] = y;
      this.index?.move(number);
      if (this.index?.isOutdated) this.index = undefined;
      this.writes++;
    }
  }

  private writePlace(place: number, listed: boolean, numbers: Buffer): void {
    for (let at = 0; at < numbers.length; at += BYTES_OF_NUMBER) {
      const before = this.kinds[numbers.readUInt32BE(at) * KINDS + PLACE]!;
      if (before & 1) this.listed[before >>> 1]! -= 1;
    }
    if (listed) this.listed[place] = (this.listed[place] ?? 0) + numbers.length / BYTES_OF_NUMBER;
    this.writeKind(PLACE, 2 * place + Number(listed), numbers);
  }

  private writeKind(kind: number, value: number, numbers: Buffer): void {
    for (let at = 0; at < numbers.length; at += BYTES_OF_NUMBER) {
      this.kinds[numbers.readUInt32BE(at) * KINDS + kind] = value;
    }
  }

  private makeRoomFor(number: number): void {
    if ((number + 1) * KINDS <= this.kinds.length) return;
    const size = Math.ceil(number * 1.02) + SPARE;
    const { positions, kinds } = this;
    this.positions = new Int32Array(size * COORDINATES);
    this.positions.set(positions);
    this.kinds = new Uint32Array(size * KINDS);
    this.kinds.set(kinds);
  }

  private placeNames() {
    return (this.names ??= {
      cities: this.mostCommon(({ citySlug, city }) => [citySlug, city]),
      counties: this.mostCommon(({ countySlug, county }) => [countySlug, county]),
    });
  }

  /**
   * Returns the most common spelling for each slug. Ties go to the first one in code unit order.
   */
  private mostCommon(spelling: (place: Place) => [slug: string | null, name: string | null]) {
    const spellings = new Map<string, Map<string, number>>();
    this.places.values.forEach((place, index) => {
      const [slug, name] = spelling(place);
      if (!slug || name === null) return;
      const counts = spellings.get(slug) ?? new Map<string, number>();
      counts.set(name, (counts.get(name) ?? 0) + (this.listed[index] ?? 0));
      spellings.set(slug, counts);
    });
    return new Map(
      [...spellings].map(([slug, counts]) => {
        const [[name]] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)) as [
          [string, number],
        ];
        return [slug, name];
      }),
    );
  }
}
