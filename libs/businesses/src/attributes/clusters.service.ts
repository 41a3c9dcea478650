import { Injectable } from '@nestjs/common';
import { fromMercator, toMercator, worldSize } from '#libs/geography/src/mercator.js';
import type { BusinessCriteria } from '../list/business-criteria.js';
import type { AttributeTable } from './attribute-table.js';
import { ListPasses, type Tally } from './list-passes.js';
import { NumberSet } from './number-set.js';
import { COORDINATES, UNITS, type UnitBox } from './positions.js';

/** Box in degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Visible part of the map. Clipped to `MAX_PIXELS` in width and height at its zoom. */
export interface MapView extends Box {
  /** Zoom level of a map with 256-pixel tiles, from 3 to 19. May be fractional. */
  zoom: number;
}

/** One or more businesses that are close together on the map, with their bounding box. */
export interface Cluster extends Box {
  /** Mean position of the businesses, in degrees. */
  latitude: number;
  longitude: number;
  count: number;
  /** Lowest business number in the cluster. */
  number: number;
}

export interface Clusters {
  /** Directory version in decimal digits. */
  version: string;
  /** Number of businesses in the list. */
  total: number;
  /** Corrected search, or null if it was not corrected. */
  corrected: string | null;
  /** Number of businesses in the view, which is the sum of all clusters. */
  inView: number;
  /** Numbers of one page of the businesses in the view, in list order. */
  numbers: number[];
  /** Clusters, largest first. */
  clusters: Cluster[];
}

const MIN_ZOOM = 3;
const MAX_ZOOM = 19;
/** Side length of a cell in pixels. */
const CELL = 64;
/** Maximum number of cells across a view. */
const MAX_CELLS = 64;
export const MAX_PIXELS = CELL * MAX_CELLS;
/**
 * Minimum distance of clusters in pixels. Closer ones are merged, so that all can be told apart.
 */
const MIN_DISTANCE = 44;

/**
 * Clusters the businesses of a list for a map. Businesses in the same cell of a 64-pixel grid form
 * a cluster, together with close businesses in adjacent cells. The grid does not move
 * with the view. Businesses at exactly the same position stay in one cluster at any zoom.
 */
@Injectable()
export class ClustersService {
  constructor(private readonly passes: ListPasses) {}

  /** @param criteria criteria of the list; their page selects among the businesses in the view */
  async clusters(criteria: BusinessCriteria, view: MapView): Promise<Clusters> {
    const { version, total, corrected, result } = await this.passes.pass(
      criteria,
      (attributes) => new GridTally(attributes, new Grid(view), criteria),
    );
    return { version, total, corrected, ...result };
  }
}

/** Cells that overlap a view. */
class Grid implements UnitBox {
  /** Side length of a cell in units, as a power of 2. */
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

  /** Side length of a cell in units. */
  get side(): number {
    return 2 ** this.shift;
  }

  /** Clips a range to the world, and to the maximum size of a view around its center. */
  private cut(from: number, to: number): [first: number, last: number] {
    const middle = (from + to) / 2;
    const half = Math.min((to - from) / 2, (MAX_CELLS * this.side) / UNITS / 2);
    const inside = (value: number) => Math.max(0, Math.min(UNITS - 1, Math.floor(value * UNITS)));
    return [inside(middle - half), inside(middle + half)];
  }
}

/** Sums of one or more cells. Positions are in units. */
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

/** Adds up each cell, row by row. There are at most 66 by 66 cells. */
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
      // Businesses without a position are north of everything.
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

  /**
   * Returns the clusters, largest first. Each absorbs groups that are too close in the cells around
   * it.
   */
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
      // Another cluster may have absorbed it.
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

/**
 * Converts a group. Its box contains every point that rounds to the same units, which are two
 * centimeters wide.
 */
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
