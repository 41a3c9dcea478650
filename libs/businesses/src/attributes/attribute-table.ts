import type { AttributeRow, DirectoryState } from './attribute-rows.js';
import { Dictionary } from './dictionary.js';
import type { NumberSet } from './number-set.js';
import { OpeningHours } from './opening-hours.js';
import { COORDINATES, NOWHERE, toUnits, type UnitBox } from './positions.js';
import { SpatialIndex } from './spatial-index.js';

/** In `kinds`, of each business so many numbers side by side, so that one access to memory finds them: */
export const KINDS = 3;
/** twice its index in `places`, and 1 more if it is open for business; */
export const PLACE = 0;
/** its index in `categorySets`; */
export const CATEGORIES = 1;
/** and its index in `openingHours`. */
export const HOURS = 2;

/** As the database sends them: see `AttributeRow`. */
const BYTES_OF_NUMBER = 4;
const BYTES_OF_POSITION = 20;

/** Room for businesses to come, so that not each of them moves the whole table to a larger place. */
const SPARE = 1_000;
/** Beyond one for each business, before a table is read anew. */
const SPARE_WRITES = 100_000;

/** A city and a county as some businesses spell them. */
export interface Place {
  citySlug: string | null;
  city: string | null;
  countySlug: string | null;
  county: string | null;
}

/**
 * What is counted of each business and where it is, by its number. It takes 24 bytes times the
 * highest number, 2 % more as it grows, whether or not the businesses are still there; beside them
 * the distinct places, sets of categories and opening hours.
 */
export class AttributeTable {
  /** By number, as `COORDINATES` and `KINDS` say. Larger ones take their places. */
  positions: Int32Array;
  kinds: Uint32Array;
  readonly places = new Dictionary((text): Place => {
    const [citySlug, city, countySlug, county] = JSON.parse(text) as (string | null)[];
    return { citySlug, city, countySlug, county } as Place;
  });
  /** Slugs. */
  readonly categorySets = new Dictionary((text) => (text === '' ? [] : text.split(',')));
  readonly openingHours = new Dictionary((text) => new OpeningHours(text));
  /** How often a row was written: by this, who reads it for longer than a moment sees whether it changed. */
  writes = 0;
  /** What it is as new as; undefined while it is first filled. */
  state: DirectoryState | undefined;
  /** Businesses that are open for business in each of `places`. */
  private readonly listed: number[] = [];
  private index: SpatialIndex | undefined;
  private names: { cities: Map<string, string>; counties: Map<string, string> } | undefined;

  constructor({ highestNumber }: DirectoryState) {
    const size = highestNumber + SPARE;
    this.positions = new Int32Array(size * COORDINATES);
    this.kinds = new Uint32Array(size * KINDS);
  }

  /** More than the highest number that it has room for. */
  get size(): number {
    return this.positions.length / COORDINATES;
  }

  isAt(version: string): boolean {
    return this.state !== undefined && BigInt(this.state.version) >= BigInt(version);
  }

  /** Not once most of what is distinct in it may be of no business any more; nor back in time. */
  canFollow({ version, highestNumber }: DirectoryState): boolean {
    const isFull = this.writes > 2 * highestNumber + SPARE_WRITES;
    return !isFull && BigInt(this.state!.version) <= BigInt(version);
  }

  /** By slug, the most common spelling among businesses that are open for business. */
  get cityNames(): ReadonlyMap<string, string> {
    return this.placeNames().cities;
  }

  get countyNames(): ReadonlyMap<string, string> {
    return this.placeNames().counties;
  }

  /** All businesses in a part of the map and some around it. Undefined where that is half of them or more. */
  around(box: UnitBox): NumberSet | undefined {
    this.index ??= new SpatialIndex(this.positions);
    return this.index.around(box, this.size);
  }

  /** Puts what rows say in the place of what was known of the same businesses. */
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

  /** The most common spelling; ties go to the first in the order of their characters. */
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
