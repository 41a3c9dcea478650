import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { Point } from '#libs/geography/src/distance.js';
import { type AttributeTable, CATEGORIES, KINDS, PLACE } from './attribute-table.js';
import { BusinessAttributes } from './business-attributes.js';
import { withThoseAbove } from './facets.service.js';
import { NumberSet } from './number-set.js';
import { COORDINATES, NOWHERE, toUnits } from './positions.js';

export interface Nearest {
  /** The directory's version, in decimal digits. */
  version: string;
  /** Numbers of businesses, those nearest first. */
  all: number[];
  /** The nearest in the category; empty without one. */
  inCategory: number[];
}

/** How far around the place is looked first, in units: some 3.5 km. */
const FIRST_REACH = 2 ** 18;
/** Where they are not among those around it, so many times as far. */
const FARTHER = 4;

/**
 * Finds the businesses around a place, of those that are open for business. How far they are is
 * compared on the map, whose scale grows to the north by 2 % a degree.
 */
@Injectable()
export class NearestService {
  constructor(
    private readonly attributes: BusinessAttributes,
    private readonly directory: DirectoryVersion,
  ) {}

  /**
   * @param count how many there are of each at most, at least 1
   * @param category a slug: those of the categories below it count too
   */
  async nearest(point: Point, count: number, category?: string): Promise<Nearest> {
    const table = await this.attributes.at(await this.directory.current());
    const { version } = table.state!;
    const { x, y } = toUnits(point);
    const isIn = setsWith(category, table);
    for (let reach = FIRST_REACH; ; reach *= FARTHER) {
      const around = table.around({
        ...{ west: x - reach, east: x + reach },
        ...{ north: y - reach, south: y + reach },
      });
      const all = new Closest(count);
      const inCategory = new Closest(category === undefined ? 0 : count);
      for (const numbers of (around ?? NumberSet.below(table.size)).ascending()) {
        await setImmediate();
        collect(table, numbers, { x, y, isIn }, all, inCategory);
      }
      if (!around || Math.max(all.farthest, inCategory.farthest) <= reach ** 2) {
        return { version, all: all.numbers(), inCategory: inCategory.numbers() };
      }
    }
  }
}

interface Sought {
  /** In units. */
  x: number;
  y: number;
  /** For each set of categories 1 where one of them is asked for. */
  isIn: Uint8Array;
}

// What is too far away goes by at the first of the numbers that are read of it.
function collect(
  { positions, kinds }: AttributeTable,
  numbers: Uint32Array,
  { x, y, isIn }: Sought,
  all: Closest,
  inCategory: Closest,
): void {
  let farthest = Math.max(all.farthest, inCategory.farthest);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    const north = positions[number * COORDINATES + 1]!;
    const dy = north - y;
    if (dy * dy >= farthest || north === NOWHERE) continue;
    const dx = positions[number * COORDINATES]! - x;
    const distance = dx * dx + dy * dy;
    if (distance >= farthest) continue;
    const row = number * KINDS;
    const isListed = (kinds[row + PLACE]! & 1) === 1;
    if (!isListed) continue;
    if (distance < all.farthest) all.add(number, distance);
    if (distance < inCategory.farthest && isIn[kinds[row + CATEGORIES]!] === 1) {
      inCategory.add(number, distance);
    }
    farthest = Math.max(all.farthest, inCategory.farthest);
  }
}

/** The few of the smallest distances; of equal ones those that came first. */
class Closest {
  /** What is as far or farther is not among them. */
  farthest: number;
  private readonly found: { number: number; distance: number }[] = [];

  constructor(private readonly count: number) {
    this.farthest = count === 0 ? 0 : Infinity;
  }

  add(number: number, distance: number): void {
    const place = this.found.findIndex((other) => distance < other.distance);
    this.found.splice(place < 0 ? this.found.length : place, 0, { number, distance });
    this.found.length = Math.min(this.found.length, this.count);
    if (this.found.length === this.count) this.farthest = this.found.at(-1)!.distance;
  }

  numbers(): number[] {
    return this.found.map(({ number }) => number);
  }
}

/** For each set of categories whether one of them is the one with that slug, or below it. */
function setsWith(slug: string | undefined, { categorySets, state }: AttributeTable): Uint8Array {
  const { categories } = state!;
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const wanted = new Set(
    categories
      .map((category) => category.slug)
      .filter((own) => slug !== undefined && withThoseAbove([own], bySlug).has(slug)),
  );
  return Uint8Array.from(categorySets.values, (slugs) =>
    slugs.some((each) => wanted.has(each)) ? 1 : 0,
  );
}
