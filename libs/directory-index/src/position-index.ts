import { setImmediate } from 'node:timers/promises';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import type { Columns } from './columns.js';
import type { Box } from './criteria.js';
import { NUMBERS_AT_ONCE, NumberSet } from './number-set.js';

/** Side length of a cell in degrees. */
const CELL = 0.025;
const ROWS = Math.ceil((BOUNDS.north - BOUNDS.south) / CELL);
const CELLS_IN_ROW = Math.ceil((BOUNDS.east - BOUNDS.west) / CELL);
/** Share of all numbers from which comparing all positions takes less time. */
const MOST = 1 / 4;
/** Share of all numbers, but at least a number, that may move before they are sorted again. */
const MAX_MOVED = 1 / 20;
const FEW_MOVED = 1_000;

/**
 * Business numbers sorted by the cells of a grid over Minnesota, row by row. Locations outside are in
 * the cells at its edge. Takes four bytes for each number, and the grid 300 kB.
 */
export class PositionIndex {
  /** Numbers that moved since the others were sorted. */
  private readonly moved: number[] = [];
  /** Contains all locations. Not reduced when businesses move or go. */
  private readonly extent: Box = {
    south: Infinity,
    north: -Infinity,
    west: Infinity,
    east: -Infinity,
  };

  /** @param starts index in `numbers` of the first number of each cell, and of the end */
  private constructor(
    private readonly starts: Uint32Array,
    private readonly numbers: Uint32Array,
  ) {}

  /** Sorts all locations. Pauses, but the columns must not be written until it has finished. */
  static async of({ latitudes, longitudes }: Columns): Promise<PositionIndex> {
    const starts = new Uint32Array(ROWS * CELLS_IN_ROW + 1);
    const cellOf = (number: number) =>
      cellAt(rowAt(latitudes[number]!), columnAt(longitudes[number]!));
    const forEachNumber = async (visit: (number: number) => void) => {
      for (let from = 0; from < latitudes.length; from += NUMBERS_AT_ONCE) {
        const to = Math.min(from + NUMBERS_AT_ONCE, latitudes.length);
        for (let number = from; number < to; number++) {
          if (!Number.isNaN(latitudes[number]!)) visit(number);
        }
        await setImmediate();
      }
    };
    await forEachNumber((number) => (starts[cellOf(number)]! += 1));
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
    const numbers = new Uint32Array(starts.at(-1)!);
    // Filling each cell from its end leaves its start behind.
    const index = new PositionIndex(starts, numbers);
    await forEachNumber((number) => {
      numbers[--starts[cellOf(number)]!] = number;
      index.extend(latitudes[number]!, longitudes[number]!);
    });
    return index;
  }

  get isWorn(): boolean {
    return this.moved.length > Math.max(FEW_MOVED, MAX_MOVED * this.numbers.length);
  }

  move(number: number, latitude: number, longitude: number): void {
    this.moved.push(number);
    this.extend(latitude, longitude);
  }

  private extend(latitude: number, longitude: number): void {
    const { extent } = this;
    if (latitude < extent.south) extent.south = latitude;
    if (latitude > extent.north) extent.north = latitude;
    if (longitude < extent.west) extent.west = longitude;
    if (longitude > extent.east) extent.east = longitude;
  }

  /** Reports whether a box contains all locations. */
  areIn({ north, south, west, east }: Box): boolean {
    const { extent } = this;
    return (
      south <= extent.south && north >= extent.north && west <= extent.west && east >= extent.east
    );
  }

  /**
   * Returns a set that contains all businesses in a box, and others near it.
   *
   * @param size size of the set
   * @returns undefined if the box contains a large part of all businesses
   */
  near({ north, south, west, east }: Box, size: number): NumberSet | undefined {
    const first = columnAt(west);
    const last = columnAt(east);
    const ranges: Uint32Array[] = [];
    let count = 0;
    for (let row = rowAt(south); row <= rowAt(north); row++) {
      const from = this.starts[cellAt(row, first)]!;
      const to = this.starts[cellAt(row, last) + 1]!;
      count += to - from;
      if (count > MOST * this.numbers.length) return undefined;
      ranges.push(this.numbers.subarray(from, to));
    }
    const set = NumberSet.of(this.moved, size);
    for (const range of ranges) for (let i = 0; i < range.length; i++) set.add(range[i]!);
    return set;
  }
}

function rowAt(latitude: number): number {
  return clamp((latitude - BOUNDS.south) / CELL, ROWS);
}

function columnAt(longitude: number): number {
  return clamp((longitude - BOUNDS.west) / CELL, CELLS_IN_ROW);
}

function cellAt(row: number, column: number): number {
  return row * CELLS_IN_ROW + column;
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, Math.trunc(index)));
}
