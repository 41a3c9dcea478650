import { BOUNDS } from '#libs/geography/src/bounds.js';
import { NumberSet } from './number-set.js';
import { COORDINATES, NOWHERE, toUnits, type UnitBox } from './positions.js';

/** Number of cells across the grid. Each cell is about 5 km wide. */
const CELLS = 128;
/** Maximum number of moves before an index is outdated. */
const MAX_MOVED = 10_000;
/** Share of all businesses at which a full scan becomes as fast. */
const MAX_SHARE = 0.5;

const { x: WEST, y: NORTH } = toUnits({ latitude: BOUNDS.north, longitude: BOUNDS.west });
const { x: EAST, y: SOUTH } = toUnits({ latitude: BOUNDS.south, longitude: BOUNDS.east });
const COLUMNS_PER_UNIT = CELLS / (EAST - WEST);
const ROWS_PER_UNIT = CELLS / (SOUTH - NORTH);

/**
 * Index of business numbers by the cells of a grid over Minnesota. It finds the businesses in a
 * small part of the map without a full scan. Positions outside the grid belong to the cells at its
 * edge. Takes 4 bytes for each business, and 30 ms to build for a million.
 */
export class SpatialIndex {
  private readonly numbers: Uint32Array;
  /** Offset of each cell in `numbers`, row by row, followed by the end of the last one. */
  private readonly starts = new Uint32Array(CELLS * CELLS + 1);
  /** Businesses whose positions were written after the index was built, at most `MAX_MOVED`. */
  private readonly moved: number[] = [];

  /** @param positions positions by business number, see `COORDINATES` */
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

  /** True if the index should be rebuilt, because too many businesses have moved. */
  get isOutdated(): boolean {
    return this.moved.length >= MAX_MOVED;
  }

  move(number: number): void {
    this.moved.push(number);
  }

  /**
   * Returns all businesses in a part of the map and some around it, or undefined if these are half
   * of all businesses or more.
   *
   * @param size one more than the highest business number
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
