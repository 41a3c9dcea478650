import { BusinessList, type Directory, type Orders, type Scan } from './directory.js';
import { type Columns, presenceOf } from './columns.js';
import { type Box, type BusinessCriteria, INITIALS, BUSINESS_STATUSES } from './criteria.js';
import { subtreeOf } from './categories.js';
import { boxAround, distancesFrom } from './distances.js';
import { bitsIn, NUMBERS_AT_ONCE, NumberSet } from './number-set.js';
import { hasPlace } from './regions.js';

/** Removes the numbers that do not match from a range of words of a set. */
type Filter = (words: Uint32Array, from: number, to: number) => void;

/**
 * Lists the businesses that match criteria.
 *
 * @param matches businesses with the text, ids and identifiers of the criteria, in groups of equal
 * relevance, most relevant first
 */
export function* listOf(
  directory: Directory,
  criteria: BusinessCriteria,
  matches?: readonly Uint32Array[],
): Scan<BusinessList> {
  const { sort } = criteria;
  const set = yield* matching(directory, criteria, matches);
  if (sort === 'distance') return new BusinessList(directory, set.numbers(), set);
  if (sort === 'relevance') {
    return new BusinessList(directory, yield* byRelevance(directory, matches!, set), set);
  }
  if (sort === 'confirmed') {
    const byName = yield* sorted(directory, 'name', set);
    return new BusinessList(directory, yield* leastConfirmedFirst(directory.columns, byName), set);
  }
  return new BusinessList(directory, yield* sorted(directory, sort, set), set);
}

/** Sorts the businesses of a set by group and then by name. */
function* byRelevance(
  directory: Directory,
  groups: readonly Uint32Array[],
  set: NumberSet,
): Scan<Uint32Array> {
  const { size } = directory.columns;
  const ranks = yield* directory.ranksIn('name');
  const left = set.copy();
  // A group and a rank are combined into one number.
  const found = NumberSet.of([], groups.length * size);
  for (const [group, numbers] of groups.entries()) {
    for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
      for (const number of numbers.subarray(from, from + NUMBERS_AT_ONCE)) {
        if (!left.has(number)) continue;
        // A business in several groups counts in the first.
        left.delete(number);
        found.add(group * size + ranks[number]!);
      }
      yield;
    }
  }
  return yield* atRanks(directory, 'name', found);
}

/** Sorts the businesses of a set. A bitmap sorts faster than comparisons or a pass over the order. */
function* sorted(directory: Directory, order: keyof Orders, set: NumberSet): Scan<Uint32Array> {
  const ranks = yield* directory.ranksIn(order);
  const found = NumberSet.of([], directory.columns.size);
  for (const numbers of set.ascending()) {
    for (const number of numbers) found.add(ranks[number]!);
    yield;
  }
  return yield* atRanks(directory, order, found);
}

/** @param ranks positions in the order, modulo the size of the columns */
function* atRanks(
  { columns, orders }: Directory,
  order: keyof Orders,
  ranks: NumberSet,
): Scan<Uint32Array> {
  const found = new Uint32Array(ranks.count());
  let length = 0;
  for (const part of ranks.ascending()) {
    for (const rank of part) found[length++] = orders[order][rank % columns.size]!;
    yield;
  }
  return found;
}

/** Sorts by day of confirmation, never confirmed first. Keeps the order of the same day. */
function* leastConfirmedFirst({ confirmed }: Columns, numbers: Uint32Array): Scan<Uint32Array> {
  const places = new Uint32Array(2 ** 16 + 1);
  for (const number of numbers) places[confirmed[number]! + 1]!++;
  yield;
  for (let day = 1; day < places.length; day++) places[day]! += places[day - 1]!;
  const sorted = new Uint32Array(numbers.length);
  for (const number of numbers) sorted[places[confirmed[number]!]!++] = number;
  return sorted;
}

/**
 * Finds the businesses that match all criteria other than text, ids and identifiers.
 *
 * @param among groups of businesses to consider
 */
export function* matching(
  directory: Directory,
  criteria: BusinessCriteria,
  among?: readonly Uint32Array[],
): Scan<NumberSet> {
  const { size } = directory.columns;
  const set = among ? NumberSet.of([], size) : NumberSet.all(size);
  for (const group of among ?? []) set.addAll(group);
  yield* narrow(set, filtersOf(directory, criteria));
  return set;
}

/** Removes the numbers from a set that do not pass all filters. */
export function* narrow(set: NumberSet, filters: readonly Filter[]): Scan<void> {
  for (const { from, to } of set.parts()) {
    for (const filter of filters) filter(set.words, from, to);
    yield;
  }
}

function filtersOf(
  { columns, categories, regions }: Directory,
  criteria: BusinessCriteria,
): Filter[] {
  const { initial, category, city, county, postalCode, region, point, radius, bbox } = criteria;
  const { openAt, openBetween, attribute, createdSince, updatedSince, confirmedSince, newSince } =
    criteria;
  const { places, postalCodes, categorySets, openingHours, attributes } = columns;
  const filters: Filter[] = [];
  // A box leaves the least to the other filters.
  if (bbox) filters.push(...inside(columns, bbox));
  if (point && radius) {
    const distances = distancesFrom(point, columns);
    filters.push(...inside(columns, boxAround(point, radius)));
    filters.push(keeping((number) => distances(number) <= radius));
  }
  if (city || county) {
    const kept = flags(
      places.values,
      ({ citySlug, countySlug }) =>
        (!city || city.includes(citySlug!)) && (!county || county.includes(countySlug!)),
    );
    filters.push(having(columns.placeOf, kept));
  }
  if (postalCode) {
    const kept = flags(postalCodes.values, (code) => postalCode.includes(code!));
    filters.push(having(columns.postalCodeOf, kept));
  }
  if (region) {
    const wanted = regions.filter(({ slug }) => region.includes(slug));
    const inPlace = flags(places.values, (place) => wanted.some((each) => hasPlace(each, place)));
    const withCode = flags(postalCodes.values, (code) =>
      wanted.some((each) => each.postalCodes.includes(code!)),
    );
    const { placeOf, postalCodeOf } = columns;
    const isKept = (number: number) =>
      inPlace[placeOf[number]!] === 1 || withCode[postalCodeOf[number]!] === 1;
    filters.push(keeping(isKept));
  }
  if (category) {
    const wanted = subtreeOf(category, categories);
    const kept = flags(categorySets.values, (slugs) => slugs.some((slug) => wanted.has(slug)));
    filters.push(having(columns.categoriesOf, kept));
  }
  if (initial) {
    filters.push(
      having(
        columns.initials,
        flags(INITIALS, (each) => each === initial),
      ),
    );
  }
  if (openAt !== undefined || openBetween) {
    const kept = flags(
      openingHours.values,
      (hours) =>
        (openAt === undefined || hours.isOpenAt(openAt)) &&
        (!openBetween || hours.isOpenBetween(openBetween)),
    );
    filters.push(having(columns.hoursOf, kept));
  }
  if (attribute) {
    const kept = flags(attributes.values, (passed) => attribute.every((each) => passed.has(each)));
    filters.push(having(columns.attributesOf, kept));
  }
  if (createdSince) filters.push(atLeast(columns.created, createdSince.getTime()));
  if (updatedSince) filters.push(atLeast(columns.updated, updatedSince.getTime()));
  if (confirmedSince !== undefined) {
    filters.push(between(columns.confirmed, Math.max(confirmedSince, 1), Infinity));
  }
  if (newSince) {
    const { created, established } = columns;
    const since = newSince.created.getTime();
    const bulks = newSince.bulks.map(({ from, to }) => [from.getTime(), to.getTime()] as const);
    const isBulk = (time: number) => bulks.some(([from, to]) => time >= from && time <= to);
    const isKept = (number: number) =>
      (created[number]! >= since && !isBulk(created[number]!)) ||
      established[number]! >= newSince.established;
    filters.push(keeping(isKept));
  }
  // Most businesses pass this one, so it comes last.
  filters.push(having(columns.presence, presences(criteria)));
  return filters;
}

/** Omits removed businesses, except in lists for copies, which must learn of removals. */
function presences({ status, updatedSince }: BusinessCriteria): Uint8Array {
  const kept = new Uint8Array(1 + 2 * BUSINESS_STATUSES.length);
  for (const each of BUSINESS_STATUSES) {
    kept[presenceOf(each, false)] = Number(status === 'any' || status === each);
    kept[presenceOf(each, true)] = Number(updatedSince !== undefined);
  }
  return kept;
}

function flags<T>(values: readonly T[], isKept: (value: T) => boolean): Uint8Array {
  return Uint8Array.from(values, (value) => (isKept(value) ? 1 : 0));
}

/** Filters a set to the region of a box, including its edges. */
export function inside({ latitudes, longitudes, positions, size }: Columns, box: Box): Filter[] {
  // Only businesses without a location are outside.
  if (positions?.areIn(box)) return [atLeast(latitudes, -90)];
  const near = positions?.near(box, size);
  return [
    ...(near ? [within(near)] : []),
    between(latitudes, box.south, box.north),
    between(longitudes, box.west, box.east),
  ];
}

function within(set: NumberSet): Filter {
  return (words, from, to) => {
    for (let at = from; at < to; at++) words[at]! &= set.words[at]!;
  };
}

function atLeast(column: Float64Array, least: number): Filter {
  return between(column, least, Infinity);
}

// The loops below are written out, because a function call for each business takes far longer than
// the comparison. Where most bits of a word are set, comparing all takes half the time of finding
// them.

/** Number of bits from which all numbers of a word are compared. */
const DENSE = 8;

/** @param kept flag for each value of the column */
function having(column: Uint8Array | Uint32Array, kept: Uint8Array): Filter {
  return (words, from, to) => {
    for (let at = from; at < to; at++) {
      const word = words[at]!;
      if (word === 0) continue;
      const start = at * 32;
      let left = 0;
      if (bitsIn(word) >= DENSE) {
        for (let bit = 0; bit < 32; bit++) left |= kept[column[start + bit]!]! << bit;
      } else {
        for (let rest = word; rest !== 0; rest &= rest - 1) {
          const bit = 31 - Math.clz32(rest & -rest);
          left |= kept[column[start + bit]!]! << bit;
        }
      }
      words[at] = left & word;
    }
  };
}

/** NaN is never between. */
function between(column: Float64Array | Uint16Array, least: number, most: number): Filter {
  return (words, from, to) => {
    for (let at = from; at < to; at++) {
      const word = words[at]!;
      if (word === 0) continue;
      const start = at * 32;
      let left = 0;
      if (bitsIn(word) >= DENSE) {
        for (let bit = 0; bit < 32; bit++) {
          const value = column[start + bit]!;
          left |= (Number(value >= least) & Number(value <= most)) << bit;
        }
      } else {
        for (let rest = word; rest !== 0; rest &= rest - 1) {
          const bit = 31 - Math.clz32(rest & -rest);
          const value = column[start + bit]!;
          left |= (Number(value >= least) & Number(value <= most)) << bit;
        }
      }
      words[at] = left & word;
    }
  };
}

function keeping(isKept: (number: number) => boolean): Filter {
  return (words, from, to) => {
    for (let at = from; at < to; at++) {
      let left = 0;
      for (let rest = words[at]!; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if (isKept(at * 32 + bit)) left |= 1 << bit;
      }
      words[at] = left;
    }
  };
}
