import { Injectable } from '@nestjs/common';
import { fromMercator, toMercator, worldSize } from '#libs/geography/src/mercator.js';
import type { BusinessCriteria } from '../list/business-criteria.js';
import type { AttributeTable } from './attribute-table.js';
import { ListPasses, type Tally } from './list-passes.js';
import { NumberSet } from './number-set.js';
import { COORDINATES, UNITS, type UnitBox } from './positions.js';

/** In degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A part of the map, as `zoom` shows it at most `MAX_PIXELS` wide and high: what goes beyond is cut off. */
export interface MapView extends Box {
  /** The zoom of a map with tiles of 256 pixels, from 3 to 19; it may be a fraction. */
  zoom: number;
}

/** Businesses that lie close together on the map, or one by itself, and the box around them. */
export interface Cluster extends Box {
  /** The mean of where its businesses are, in degrees. */
  latitude: number;
  longitude: number;
  count: number;
  /** The lowest number of its businesses. */
  number: number;
}

export interface Clusters {
  /** The directory's version, in decimal digits. */
  version: string;
  /** Businesses of the list. */
  total: number;
  /** How the search was read, where that is not as it was typed. */
  corrected: string | null;
  /** Those of them that are in the view: as many as all clusters have. */
  inView: number;
  /** Numbers of one page of the businesses in view, in the order of the list. */
  numbers: number[];
  /** The largest first. */
  clusters: Cluster[];
}

const MIN_ZOOM = 3;
const MAX_ZOOM = 19;
/** Pixels of a cell's side. */
const CELL = 64;
/** A view is at most so many cells wide and high. */
const MAX_CELLS = 64;
export const MAX_PIXELS = CELL * MAX_CELLS;
/** Clusters whose points are less than so many pixels apart become one, so that all can be told apart. */
const MIN_DISTANCE = 44;

/**
 * Businesses of a list as a map shows them: those that its grid of 64 pixels has in one cell, and
 * those that are near in the next cells, are one cluster. The grid keeps its place when the view is
 * moved. What is at the very same place is one cluster at any zoom.
 */
@Injectable()
export class ClustersService {
  constructor(private readonly passes: ListPasses) {}

  /** @param criteria their page is that of those in view */
  async clusters(criteria: BusinessCriteria, view: MapView): Promise<Clusters> {
    const { version, total, corrected, result } = await this.passes.pass(
      criteria,
      (attributes) => new GridTally(attributes, new Grid(view), criteria),
    );
    return { version, total, corrected, ...result };
  }
}

/** The cells that a view has a part of. */
class Grid implements UnitBox {
  /** A cell's side is 2 to the power of it. */
  readonly shift: number;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;

  constructor(view: MapView) {
    const level = Math.floor(Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom)));
    this.shift = Math.log2((UNITS * CELL) / worldSize(level));
    const from = toMercator({ latitude: view.north, longitude: view.west });
    const to = toMercator({ latitude: view.south, longitude: view.east });
    [this.west, this.east] = this.cut(from.x, to.x);
    [this.north, this.south] = this.cut(from.y, to.y);
    this.firstColumn = this.west >> this.shift;
    this.firstRow = this.north >> this.shift;
    this.columns = (this.east >> this.shift) - this.firstColumn + 1;
    this.rows = (this.south >> this.shift) - this.firstRow + 1;
  }

  /** A cell's side in units. */
  get side(): number {
    return 2 ** this.shift;
  }

  /** To the world, and around the middle to what a view may have. */
  private cut(from: number, to: number): [first: number, last: number] {
    const middle = (from + to) / 2;
    const half = Math.min((to - from) / 2, (MAX_CELLS * this.side) / UNITS / 2);
    const inside = (value: number) => Math.max(0, Math.min(UNITS - 1, Math.floor(value * UNITS)));
    return [inside(middle - half), inside(middle + half)];
  }
}

/** What is in a cell, or in some that were put together: positions are in units. */
class Group {
  constructor(
    public count: number,
    public sumX: number,
    public sumY: number,
    public west: number,
    public east: number,
    public north: number,
    public south: number,
    public number: number,
  ) {}

  get x(): number {
    return this.sumX / this.count;
  }

  get y(): number {
    return this.sumY / this.count;
  }

  absorb(other: Group): void {
    this.count += other.count;
    this.sumX += other.sumX;
    this.sumY += other.sumY;
    this.west = Math.min(this.west, other.west);
    this.east = Math.max(this.east, other.east);
    this.north = Math.min(this.north, other.north);
    this.south = Math.max(this.south, other.south);
    this.number = Math.min(this.number, other.number);
  }
}

/** Adds up what is in each cell, row after row: of at most 66 by 66. */
class GridTally implements Tally<Omit<Clusters, 'version' | 'total' | 'corrected'>> {
  private readonly counts: Uint32Array;
  private readonly sumsX: Float64Array;
  private readonly sumsY: Float64Array;
  private readonly wests: Int32Array;
  private readonly easts: Int32Array;
  private readonly norths: Int32Array;
  private readonly souths: Int32Array;
  private readonly lowest: Uint32Array;
  private readonly seen: NumberSet;
  readonly among: NumberSet | undefined;
  private inView = 0;

  constructor(
    private readonly attributes: AttributeTable,
    private readonly grid: Grid,
    private readonly page: Pick<BusinessCriteria, 'page' | 'limit'>,
  ) {
    const cells = grid.columns * grid.rows;
    this.counts = new Uint32Array(cells);
    this.sumsX = new Float64Array(cells);
    this.sumsY = new Float64Array(cells);
    this.wests = new Int32Array(cells).fill(UNITS - 1);
    this.easts = new Int32Array(cells);
    this.norths = new Int32Array(cells).fill(UNITS - 1);
    this.souths = new Int32Array(cells);
    this.lowest = new Uint32Array(cells);
    this.seen = new NumberSet(attributes.size);
    this.among = attributes.around(grid);
  }

  add(numbers: Uint32Array): void {
    const { counts, sumsX, sumsY, wests, easts, norths, souths, lowest, seen } = this;
    const { west, east, north, south, shift, firstColumn, firstRow, columns } = this.grid;
    const { positions } = this.attributes;
    let { inView } = this;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      const x = positions[number * COORDINATES]!;
      const y = positions[number * COORDINATES + 1]!;
      // What is nowhere is north of all.
      if (x < west || x > east || y < north || y > south) continue;
      inView++;
      seen.add(number);
      const cell = ((y >> shift) - firstRow) * columns + (x >> shift) - firstColumn;
      if (counts[cell]! === 0) lowest[cell] = number;
      counts[cell]! += 1;
      sumsX[cell]! += x;
      sumsY[cell]! += y;
      if (x < wests[cell]!) wests[cell] = x;
      if (x > easts[cell]!) easts[cell] = x;
      if (y < norths[cell]!) norths[cell] = y;
      if (y > souths[cell]!) souths[cell] = y;
    }
    this.inView = inView;
  }

  result(list: Uint32Array) {
    const clusters = this.merged().map(toCluster);
    return { inView: this.inView, numbers: this.pageOf(list), clusters };
  }

  private pageOf(list: Uint32Array): number[] {
    const start = (this.page.page - 1) * this.page.limit;
    const end = Math.min(start + this.page.limit, this.inView);
    const numbers: number[] = [];
    const { seen } = this;
    for (let i = 0, rank = 0; rank < end && i < list.length; i++) {
      const number = list[i]!;
      if (!seen.has(number)) continue;
      if (rank >= start) numbers.push(number);
      rank++;
    }
    return numbers;
  }

  /** The largest first, each with what is too near to it in the cells around. */
  private merged(): Group[] {
    const { grid } = this;
    const groups = this.groups();
    const near = ((MIN_DISTANCE / CELL) * grid.side) ** 2;
    const largestFirst = [...groups.keys()]
      .filter((cell) => groups[cell])
      .sort((a, b) => groups[b]!.count - groups[a]!.count);
    const clusters = new Set<Group>();
    for (const cell of largestFirst) {
      const group = groups[cell];
      // It may be part of another by now.
      if (!group) continue;
      clusters.add(group);
      for (const other of this.around(cell)) {
        const next = groups[other];
        if (!next || clusters.has(next)) continue;
        if ((next.x - group.x) ** 2 + (next.y - group.y) ** 2 >= near) continue;
        group.absorb(next);
        groups[other] = undefined;
      }
    }
    return [...clusters];
  }

  private groups(): (Group | undefined)[] {
    return Array.from(this.counts, (count, cell) =>
      count === 0
        ? undefined
        : new Group(
            count,
            this.sumsX[cell]!,
            this.sumsY[cell]!,
            this.wests[cell]!,
            this.easts[cell]!,
            this.norths[cell]!,
            this.souths[cell]!,
            this.lowest[cell]!,
          ),
    );
  }

  private around(cell: number): number[] {
    const { columns, rows } = this.grid;
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    const found: number[] = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        if (r !== row || c !== column) found.push(r * columns + c);
      }
    }
    return found;
  }
}

/** Its box holds every place that has the same position in units, which are two centimetres wide. */
function toCluster(group: Group): Cluster {
  const { latitude: north, longitude: west } = toPlace(group.west, group.north);
  const { latitude: south, longitude: east } = toPlace(group.east + 1, group.south + 1);
  return {
    ...toPlace(group.x + 0.5, group.y + 0.5),
    count: group.count,
    number: group.number,
    west,
    south,
    east,
    north,
  };
}

function toPlace(x: number, y: number) {
  return fromMercator({ x: x / UNITS, y: y / UNITS });
}
