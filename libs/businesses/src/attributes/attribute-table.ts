import { toMercator } from '#libs/geography/src/mercator.js';
import type { AttributeRows, DirectoryState } from './attribute-rows.js';
import { Dictionary } from './dictionary.js';
import { OpeningHours } from './opening-hours.js';

/** Of each business so many numbers of four bytes, side by side, as one access to memory finds them. */
export const WORDS = 5;
/** Which of them is what: `X` and `Y` are on the square of `MercatorPoint`, 2³² units wide. */
export const X = 0;
/** `NOWHERE` without a position. */
export const Y = 1;
/** Index in `places`, and in the lowest bit whether it is open for business. */
export const PLACE = 2;
/** Index in `categorySets`. */
export const CATEGORIES = 3;
/** Index in `openingHours`. */
export const HOURS = 4;

export const UNITS = 2 ** 32;
export const NOWHERE = UNITS - 1;

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
 * What is counted of each business and where it is, by its number. It takes 20 bytes times the
 * highest number, 2 % more as it grows, whether or not the businesses are still there; beside them
 * the distinct places, sets of categories and opening hours.
 */
export class AttributeTable {
  /** The table's rows, one after the other. A larger table replaces it. */
  words: Uint32Array;
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
  private names: { cities: Map<string, string>; counties: Map<string, string> } | undefined;

  constructor({ highestNumber }: DirectoryState) {
    this.words = new Uint32Array((highestNumber + SPARE) * WORDS);
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

  /** Puts rows in the place of what was known of the same businesses. */
  write(rows: AttributeRows): void {
    const places = rows.placeTexts.map((text) => this.places.numberOf(text));
    const categorySets = rows.categoryTexts.map((text) => this.categorySets.numberOf(text));
    const hours = rows.hoursTexts.map((text) => this.openingHours.numberOf(text));
    for (let row = 0; row < rows.count; row++) {
      const word = rows.numbers.readUInt32BE(4 * row) * WORDS;
      this.makeRoomFor(word);
      const { words } = this;
      const position = toUnits(
        rows.latitudes.readDoubleBE(8 * row),
        rows.longitudes.readDoubleBE(8 * row),
      );
      words[word + X] = position.x;
      words[word + Y] = position.y;
      this.count(words[word + PLACE]!, -1);
      words[word + PLACE] =
        (places[rows.places.readUInt32BE(4 * row)]! << 1) | rows.listed.readUInt32BE(4 * row);
      this.count(words[word + PLACE]!, 1);
      words[word + CATEGORIES] = categorySets[rows.categories.readUInt32BE(4 * row)]!;
      words[word + HOURS] = hours[rows.hours.readUInt32BE(4 * row)]!;
    }
    this.writes += rows.count;
    this.names = undefined;
  }

  private makeRoomFor(word: number): void {
    if (word + WORDS <= this.words.length) return;
    const larger = new Uint32Array(Math.ceil((word / WORDS) * 1.02 + SPARE) * WORDS);
    larger.set(this.words);
    this.words = larger;
  }

  private count(place: number, change: 1 | -1): void {
    const index = place >>> 1;
    if (place & 1) this.listed[index] = (this.listed[index] ?? 0) + change;
  }

  private placeNames() {
    return (this.names ??= {
      cities: this.mostCommon(({ citySlug, city }) => [citySlug, city]),
      counties: this.mostCommon(({ countySlug, county }) => [countySlug, county]),
    });
  }

  /** Of those that are as common, the first in the order of their characters. */
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

function toUnits(latitude: number, longitude: number): { x: number; y: number } {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return { x: 0, y: NOWHERE };
  const { x, y } = toMercator({ latitude, longitude });
  const within = (value: number) => Math.max(0, Math.min(NOWHERE - 1, Math.floor(value * UNITS)));
  return { x: within(x), y: within(y) };
}
