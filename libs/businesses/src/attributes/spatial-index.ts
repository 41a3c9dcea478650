import { BOUNDS } from '#libs/geography/src/bounds.js';
import { NumberSet } from './number-set.js';
import { COORDINATES, NOWHERE, toUnits, type UnitBox } from './positions.js';

/** The grid is so many cells wide and high: of 5 km each. */
const CELLS = 128;
/** More businesses than that may not move before an index is outdated. */
const MAX_MOVED = 10_000;
/** Where a part of the map has this share of all businesses, going through all is as fast. */
const MAX_SHARE = 0.5;

const { x: WEST, y: NORTH } = toUnits({ latitude: BOUNDS.north, longitude: BOUNDS.west });
const { x: EAST, y: SOUTH } = toUnits({ latitude: BOUNDS.south, longitude: BOUNDS.east });
const COLUMNS_PER_UNIT = CELLS / (EAST - WEST);
const ROWS_PER_UNIT = CELLS / (SOUTH - NORTH);

/**
 * The numbers of businesses by the cells of a grid over Minnesota, so that those in a small part of
 * the map are found without going through all. What lies outside stands in the cells at the edge.
 * It takes 4 bytes for each business, and 30 ms to be made of a million.
 */
export class SpatialIndex {
  private readonly numbers: Uint32Array;
  /** Where in `numbers` each cell begins, row after row, and where the last one ends. */
  private readonly starts = new Uint32Array(CELLS * CELLS + 1);
  /** Businesses whose positions were written since; at most `MAX_MOVED`. */
  private readonly moved: number[] = [];

  /** @param positions by number, as `COORDINATES` says */
  constructor(positions: Int32Array) {
    const { starts } = this;
    const cells = new Uint16Array(positions.length / COORDINATES);
    for (let number = 0; number < cells.length; number++) {
      const y = positions[number * COORDINATES + 1]!;
      if (y === NOWHERE) continue;
      const cell = rowOf(y) * CELLS + columnOf(positions[number * COORDINATES]!);
      cells[number] = cell;
      starts[cell + 1]! += 1;
    }
    for (let cell = 0; cell < CELLS * CELLS; cell++) starts[cell + 1]! += starts[cell]!;
    this.numbers = new Uint32Array(starts[CELLS * CELLS]!);
    const next = starts.slice();
    for (let number = 0; number < cells.length; number++) {
      if (positions[number * COORDINATES + 1] === NOWHERE) continue;
      const cell = cells[number]!;
      this.numbers[next[cell]!] = number;
      next[cell]! += 1;
    }
  }

  /** Whether so many businesses have moved that a new index is due. */
  get isOutdated(): boolean {
    return this.moved.length >= MAX_MOVED;
  }

  move(number: number): void {
    this.moved.push(number);
  }

  /**
   * All businesses in a part of the map and some around it. Undefined where that is half of them or more.
   *
   * @param size more than the highest number
   */
  around({ west, east, north, south }: UnitBox, size: number): NumberSet | undefined {
    const [firstColumn, lastColumn] = [columnOf(west), columnOf(east)];
    const rows: Uint32Array[] = [];
    let count = this.moved.length;
    for (let row = rowOf(north); row <= rowOf(south); row++) {
      const start = this.starts[row * CELLS + firstColumn];
      const end = this.starts[row * CELLS + lastColumn + 1];
      const numbers = this.numbers.subarray(start, end);
      rows.push(numbers);
      count += numbers.length;
    }
    if (count >= MAX_SHARE * this.numbers.length) return undefined;
    const found = new NumberSet(size);
    for (const numbers of rows) found.addAll(numbers);
    found.addAll(this.moved);
    return found;
  }
}

function columnOf(x: number): number {
  return withinGrid((x - WEST) * COLUMNS_PER_UNIT);
}

function rowOf(y: number): number {
  return withinGrid((y - NORTH) * ROWS_PER_UNIT);
}

function withinGrid(place: number): number {
  return place < 0 ? 0 : place >= CELLS ? CELLS - 1 : Math.trunc(place);
}
