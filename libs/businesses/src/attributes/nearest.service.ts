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
  /** Directory version in decimal digits. */
  version: string;
  /** Business numbers, nearest first. */
  all: number[];
  /** Nearest businesses in the category. Empty without a category. */
  inCategory: number[];
}

/** Initial search radius in units, about 3.5 km. */
const FIRST_REACH = 2 ** 18;
/** Factor by which the radius grows if too few businesses are found. */
const FARTHER = 4;

/**
 * Finds the open businesses nearest to a point. Compares distances on the map, whose scale grows by
 * 2% for each degree to the north.
 */
@Injectable()
export class NearestService {
  constructor(
    private readonly attributes: BusinessAttributes,
    private readonly directory: DirectoryVersion,
  ) {}

  /**
   * @param count maximum number of businesses in each list, at least 1
   * @param category slug of a category; its subcategories are included
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
  /** Position in units. */
  x: number;
  y: number;
  /** Flags by category set: 1 if the set contains a wanted category. */
  isIn: Uint8Array;
}

// Reads only one number of businesses that are too far away.
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

/** Collects the smallest distances. Ties keep the earlier entries. */
class Closest {
  /** Squared distance at or beyond which businesses are ignored. */
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

/**
 * Returns for each category set whether it contains the category with that slug or one of its
 * subcategories.
 */
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
