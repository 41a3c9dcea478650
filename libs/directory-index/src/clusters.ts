import { fromMercator, MAX_LATITUDE, toMercator, worldSize } from '#libs/geography/src/mercator.js';
import type { Columns } from './columns.js';
import type { Box, BusinessCriteria } from './criteria.js';
import { BusinessList, type Scan } from './directory.js';
import { inside, narrow } from './matching.js';
import { NUMBERS_AT_ONCE, type NumberSet } from './number-set.js';
import { pageOf } from './pages.js';

/** Visible part of the map. Clipped to 4,096 pixels in width and height at its zoom. */
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
  /** Number of businesses in the view, which is the sum of all clusters. */
  inView: number;
  /** The businesses in the view. */
  set: NumberSet;
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
/**
 * Minimum distance of clusters in pixels. Closer ones are merged, so that all can be told apart.
 */
const MIN_DISTANCE = 44;

/** Places of the fields of a cell, in the order of the parameters of `Group`. */
const COUNT = 0;
const NUMBER = 1;
const LATITUDES = 2;
const LONGITUDES = 3;
const WEST = 4;
const EAST = 5;
const NORTH = 6;
const SOUTH = 7;
const FIELDS = 8;
type Fields = ConstructorParameters<typeof Group>;

/**
 * Clusters the businesses of a list for a map. Businesses in the same cell of a 64-pixel grid form
 * a cluster, together with close businesses in adjacent cells. The grid does not move with the
 * view. Businesses at exactly the same position stay in one cluster at any zoom.
 *
 * @param criteria criteria of the list; their page selects among the businesses in the view, and a
 * limit of 0 none of them
 */
export function* clustersOf(
  list: BusinessList,
  criteria: BusinessCriteria,
  view: MapView,
): Scan<Clusters> {
  const { columns } = list.directory;
  const grid = new Grid(view);
  const set = list.set.copy();
  yield* narrow(set, inside(columns, grid));
  const groups = yield* groupsIn(set, columns, grid);
  const inView = set.count();
  const { sort, page, limit } = criteria;
  const shown = sort === 'distance' ? inView : Math.min(page * limit, inView);
  const numbers = yield* members(list.numbers, set, shown);
  return {
    inView,
    set,
    numbers: yield* pageOf(new BusinessList(list.directory, numbers, set), criteria),
    clusters: merged(groups, grid).map((group) => group.toCluster()),
  };
}

/**
 * Returns members of a set in the order of a list, which contains all of them.
 *
 * @param count number of the first members to return, at most all
 */
function* members(list: Uint32Array, set: NumberSet, count: number): Scan<Uint32Array> {
  const found = new Uint32Array(count);
  let length = 0;
  for (let from = 0; length < count && from < list.length; from += NUMBERS_AT_ONCE) {
    const to = Math.min(from + NUMBERS_AT_ONCE, list.length);
    for (let i = from; i < to && length < count; i++) {
      if (set.has(list[i]!)) found[length++] = list[i]!;
    }
    yield;
  }
  return found;
}

/**
 * Groups the businesses of a set by cell. The fields of a cell are next to each other in one array,
 * because objects would take twice the time, and an array for each field half as long again.
 */
function* groupsIn(set: NumberSet, columns: Columns, grid: Grid): Scan<(Group | undefined)[]> {
  const cells = new Float64Array(grid.size * FIELDS);
  for (let at = 0; at < cells.length; at += FIELDS) {
    cells[at + WEST] = cells[at + SOUTH] = Infinity;
    cells[at + EAST] = cells[at + NORTH] = -Infinity;
  }
  for (const numbers of set.ascending()) {
    grid.addTo(cells, numbers, columns);
    yield;
  }
  return Array.from({ length: grid.size }, (_, cell) => {
    const fields = cells.subarray(cell * FIELDS, (cell + 1) * FIELDS);
    return fields[COUNT] === 0 ? undefined : new Group(...(fields as unknown as Fields));
  });
}

/** Cells of the map at a zoom, and the visible part of it in degrees. */
class Grid implements Box {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
  /** Number of cells across the world. */
  private readonly across: number;
  /** Number of columns in view and one more at each side, so that every cell has neighbors. */
  private readonly stride: number;
  /** Latitudes of the northern edges of the rows in view, from north to south. */
  private readonly edges: Float64Array;
  /** Mean, because rows differ a little in height. */
  private readonly rowsPerDegree: number;
  private readonly columnsPerDegree: number;
  /** Number of columns from longitude 0 to the one before the view. */
  private readonly columnsWest: number;

  constructor(view: MapView) {
    this.across = worldSize(Math.floor(Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom)))) / CELL;
    const from = toMercator({ latitude: view.north, longitude: view.west });
    const to = toMercator({ latitude: view.south, longitude: view.east });
    const half = MAX_CELLS / this.across / 2;
    const x = (from.x + to.x) / 2;
    const y = (from.y + to.y) / 2;
    const center = {
      northWest: { x: x - half, y: y - half },
      southEast: { x: x + half, y: y + half },
    };
    const northWest = fromMercator(center.northWest);
    const southEast = fromMercator(center.southEast);
    this.west = Math.max(-180, view.west, northWest.longitude);
    this.east = Math.min(180, view.east, southEast.longitude);
    this.north = Math.min(MAX_LATITUDE, view.north, northWest.latitude);
    this.south = Math.max(-MAX_LATITUDE, view.south, southEast.latitude);
    const first = this.place(this.north, this.west);
    const last = this.place(this.south, this.east);
    const before = Math.floor(first.x) - 1;
    this.stride = Math.floor(last.x) - before + 2;
    this.columnsPerDegree = this.across / 360;
    this.columnsWest = before - this.across / 2;
    this.edges = Float64Array.from(
      { length: Math.floor(last.y) - Math.floor(first.y) + 2 },
      (_, row) => fromMercator({ x: 0, y: (Math.floor(first.y) + row) / this.across }).latitude,
    );
    this.rowsPerDegree = (this.edges.length - 1) / (this.edges[0]! - this.edges.at(-1)!);
  }

  /** One more than the highest number of a cell. */
  get size(): number {
    return (this.edges.length + 1) * this.stride;
  }

  /** Returns the position in cells from the northwest of the world. */
  place(latitude: number, longitude: number): { x: number; y: number } {
    const { x, y } = toMercator({ latitude, longitude });
    return { x: x * this.across, y: y * this.across };
  }

  /**
   * Adds businesses in view to the fields of the cells that contain them, which are counted row by
   * row. In one loop, because a call for each business takes a tenth longer.
   */
  addTo(cells: Float64Array, numbers: Uint32Array, { latitudes, longitudes }: Columns): void {
    const { edges, stride, rowsPerDegree, columnsPerDegree, columnsWest } = this;
    const last = edges.length - 2;
    const north = edges[0]!;
    for (let i = 0; i < numbers.length; i++) {
      const latitude = latitudes[numbers[i]!]!;
      const longitude = longitudes[numbers[i]!]!;
      // The rows are almost equally high, so this is nearly the row. Projecting takes longer.
      let row = Math.max(0, Math.min(last, Math.trunc((north - latitude) * rowsPerDegree)));
      while (row > 0 && latitude > edges[row]!) row--;
      while (row < last && latitude <= edges[row + 1]!) row++;
      const column = Math.trunc(longitude * columnsPerDegree - columnsWest);
      const at = ((row + 1) * stride + column) * FIELDS;
      if (cells[at + COUNT] === 0) cells[at + NUMBER] = numbers[i]!;
      cells[at + COUNT]! += 1;
      cells[at + LATITUDES]! += latitude;
      cells[at + LONGITUDES]! += longitude;
      if (longitude < cells[at + WEST]!) cells[at + WEST] = longitude;
      if (longitude > cells[at + EAST]!) cells[at + EAST] = longitude;
      if (latitude > cells[at + NORTH]!) cells[at + NORTH] = latitude;
      if (latitude < cells[at + SOUTH]!) cells[at + SOUTH] = latitude;
    }
  }

  around(cell: number): number[] {
    const { stride } = this;
    return [-stride, 0, stride].flatMap((row) => [-1, 0, 1].map((column) => cell + row + column));
  }
}

/** One or more businesses. Its fields are those of a cell. */
class Group {
  constructor(
    private count: number,
    /** Lowest number of the businesses. */
    private number: number,
    /** Sums. */
    private latitudes: number,
    private longitudes: number,
    private west: number,
    private east: number,
    private north: number,
    private south: number,
  ) {}

  get size(): number {
    return this.count;
  }

  get latitude(): number {
    return this.latitudes / this.count;
  }

  get longitude(): number {
    return this.longitudes / this.count;
  }

  absorb(other: Group): void {
    this.count += other.count;
    this.latitudes += other.latitudes;
    this.longitudes += other.longitudes;
    this.west = Math.min(this.west, other.west);
    this.east = Math.max(this.east, other.east);
    this.north = Math.max(this.north, other.north);
    this.south = Math.min(this.south, other.south);
    this.number = Math.min(this.number, other.number);
  }

  toCluster(): Cluster {
    const { latitude, longitude, count, number, west, south, east, north } = this;
    return { latitude, longitude, count, number, west, south, east, north };
  }
}

/**
 * Returns the clusters, largest first. Each absorbs groups that are too close in the cells around
 * it.
 */
function merged(groups: (Group | undefined)[], grid: Grid): Group[] {
  const near = (MIN_DISTANCE / CELL) ** 2;
  const largestFirst = [...groups.keys()]
    .filter((cell) => groups[cell])
    .sort((a, b) => groups[b]!.size - groups[a]!.size);
  const clusters = new Set<Group>();
  for (const cell of largestFirst) {
    const group = groups[cell];
    // Another cluster may have absorbed it.
    if (!group) continue;
    clusters.add(group);
    for (const other of grid.around(cell)) {
      const next = groups[other];
      if (!next || clusters.has(next)) continue;
      const [from, to] = [group, next].map((each) => grid.place(each.latitude, each.longitude));
      if ((to!.x - from!.x) ** 2 + (to!.y - from!.y) ** 2 >= near) continue;
      group.absorb(next);
      groups[other] = undefined;
    }
  }
  return [...clusters].sort((a, b) => b.size - a.size);
}
