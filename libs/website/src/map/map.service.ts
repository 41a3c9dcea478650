import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Cluster } from '#libs/directory-index/src/clusters.js';
import type { Facets } from '#libs/directory-index/src/facets.js';
import { BusinessesService, type FoundClusters } from '#libs/businesses/src/businesses.service.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { SearchService, type InterpretedSearch } from '../search/search.service.js';
import { baseMap } from './base-map.js';
import type { MapPosition, MapSize, MapState } from './map-address.js';
import { boundsOf, fit, type View, viewOf } from './view.js';

/** Maximum batch size of `BusinessesService.byNumbers`. */
const RECORDS_AT_ONCE = 100;

/** A business on the map, or several close to each other. */
export interface Marker {
  cluster: Cluster;
  /** The business, unless the marker is a cluster. */
  business: BusinessDto | undefined;
}

/** A business whose place on the map is known. */
export type Located = BusinessDto & { location: NonNullable<BusinessDto['location']> };

export interface FoundOnMap extends InterpretedSearch {
  /** Number of matching businesses, in view or not. */
  total: number;
  corrected: string | null;
  facets: Facets;
  view: View;
  /** Number of businesses in view. `items` is one page of them, the last if they have fewer. */
  inView: number;
  items: Located[];
  markers: Marker[];
  /** The business whose preview is open. */
  chosen: Located | undefined;
  until: Date;
}

@Injectable()
export class MapService implements OnModuleInit {
  constructor(
    private readonly searches: SearchService,
    private readonly businesses: BusinessesService,
  ) {}

  /**
   * Loads the base map at startup, because loading it would block the first request and every other
   * one.
   */
  onModuleInit(): void {
    baseMap();
  }

  async find(search: SearchQuery, state: MapState, now: Date): Promise<FoundOnMap> {
    const { position, chosen, size } = state;
    const interpreted = await this.searches.interpret(search, now);
    const { criteria } = interpreted;
    const [{ view, found }, facets, preview] = await Promise.all([
      position ? this.at(criteria, position, size) : this.around(criteria, size),
      this.businesses.facets(criteria, now),
      chosen === undefined ? undefined : this.businesses.find(chosen),
    ]);
    // How many are in view depends on the size of the map, which is not in the address.
    const last = Math.ceil(found.inView / PAGE_SIZE) || 1;
    if (search.page > last) return this.find({ ...search, page: last }, state, now);
    const single = found.clusters.filter(({ count }) => count === 1);
    const numbers = [...new Set([...found.numbers, ...single.map(({ number }) => number)])];
    const { versions, records } = await this.records(numbers);
    const items = found.numbers.map((number) => records.get(number) as Located);
    return {
      ...interpreted,
      version: oldest(
        interpreted.version,
        found.version,
        facets.version,
        ...(preview ? [preview.version] : []),
        ...versions,
      ),
      total: found.total,
      corrected: found.corrected,
      facets,
      view,
      inView: found.inView,
      items,
      chosen: preview && isOnMap(preview.record) ? preview.record : undefined,
      markers: found.clusters.map((cluster) => ({
        cluster,
        business: cluster.count === 1 ? records.get(cluster.number) : undefined,
      })),
      // The businesses that are open, and their number, change by the minute.
      until: presentMinute(now).end,
    };
  }

  private async at(criteria: BusinessCriteria, position: MapPosition, size: MapSize) {
    const view = { ...position, ...size };
    return { view, found: await this.inView(criteria, view) };
  }

  private async around(criteria: BusinessCriteria, size: MapSize) {
    const state = viewOf(BOUNDS, size.width, size.height);
    const inState = await this.inView(criteria, state);
    const { clusters } = inState;
    if (clusters.length === 0) return { view: state, found: inState };
    const box = {
      west: Math.min(...clusters.map(({ west }) => west)),
      south: Math.min(...clusters.map(({ south }) => south)),
      east: Math.max(...clusters.map(({ east }) => east)),
      north: Math.max(...clusters.map(({ north }) => north)),
    };
    const view = fit(box, size);
    if (view.zoom <= state.zoom) return { view: state, found: inState };
    return { view, found: await this.inView(criteria, view) };
  }

  private inView(criteria: BusinessCriteria, view: View): Promise<FoundClusters> {
    return this.businesses.clusters(criteria, { ...boundsOf(view), zoom: view.zoom });
  }

  private async records(numbers: readonly number[]) {
    const parts = Array.from({ length: Math.ceil(numbers.length / RECORDS_AT_ONCE) }, (_, part) =>
      numbers.slice(part * RECORDS_AT_ONCE, (part + 1) * RECORDS_AT_ONCE),
    );
    const read = await Promise.all(parts.map((part) => this.businesses.byNumbers(part)));
    const items = read.flatMap((each) => each.items);
    if (items.length !== numbers.length) {
      throw new ApiError(
        'unavailable',
        'Businesses were deleted while the map was loading. Try again.',
      );
    }
    return {
      versions: read.map(({ version }) => version),
      records: new Map(numbers.map((number, index) => [number, items[index]!])),
    };
  }
}

function isOnMap(business: BusinessDto): business is Located {
  return business.removedAt === null && business.location !== null;
}

const ROUNDING = 1e-5;

/** Returns the index of the marker that represents a business in view. */
export function markerOf(markers: readonly Marker[], { location }: Located): number {
  const { latitude, longitude } = location;
  const distances = markers.map(({ cluster }) => {
    const { south, north, west, east } = cluster;
    const isInside =
      latitude > south - ROUNDING &&
      latitude < north + ROUNDING &&
      longitude > west - ROUNDING &&
      longitude < east + ROUNDING;
    const distance = Math.hypot(cluster.latitude - latitude, cluster.longitude - longitude);
    return isInside ? distance : Infinity;
  });
  return distances.indexOf(Math.min(...distances));
}
