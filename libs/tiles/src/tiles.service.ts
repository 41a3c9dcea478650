import { Injectable } from '@nestjs/common';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { presentMinute } from '#libs/config/src/clock.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { isOpen } from '#libs/directory-index/src/opening-hours.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { Point } from '#libs/geography/src/distance.js';
import { localMinute } from '#libs/geography/src/local-time.js';
import { fromMercator, toMercator } from '#libs/geography/src/mercator.js';
import type { TileParameters } from './tile.dto.js';

export const LAYER = 'businesses';
/** First zoom level of single businesses. */
const FIRST_POINTS = 12;
/** Maximum number of single businesses on a tile. A tile with more has clusters. */
const MAX_POINTS = 100;
/** Side length of a tile in its own coordinates, as usual for vector tiles. */
const EXTENT = 4096;
const POINT = 1;

interface Tile {
  version: string;
  bytes: Uint8Array;
  /** Time at which a business of the tile may open or close. */
  until?: Date;
}

/** Draws vector tiles (Mapbox Vector Tile specification 2.1) from the directory index. */
@Injectable()
export class TilesService {
  constructor(private readonly businesses: BusinessesService) {}

  async draw(criteria: BusinessCriteria, tile: TileParameters, now: Date): Promise<Tile> {
    const northWest = fromMercator(inWorld(tile, 0));
    const southEast = fromMercator(inWorld(tile, 1));
    const found = await this.businesses.clusters(
      { ...criteria, page: 1, limit: 0 },
      {
        north: northWest.latitude,
        west: northWest.longitude,
        south: southEast.latitude,
        east: southEast.longitude,
        // Maps show vector tiles at 512 pixels, twice the size that the zoom of a view refers to.
        zoom: tile.z + 1,
      },
    );
    if (tile.z < FIRST_POINTS || found.inView > MAX_POINTS) {
      const clusters = found.clusters.map((cluster) => ({
        at: cluster,
        tags: { count: cluster.count },
      }));
      return { version: found.version, bytes: encode(clusters, tile) };
    }
    const { version, items } = await this.businesses.byNumbers([...found.set.numbers()]);
    const minute = localMinute(now);
    const points = items.flatMap((business) =>
      business.location ? { at: business.location, tags: tagsOf(business, minute) } : [],
    );
    return {
      version: oldest(found.version, version),
      bytes: encode(points, tile),
      until: presentMinute(now).end,
    };
  }
}

function tagsOf(business: BusinessDto, minute: number) {
  const { slug, name, categories } = business;
  const open = isOpen(business, minute);
  return {
    slug,
    name,
    ...(categories[0] && { category: categories[0].slug }),
    ...(open !== null && { open }),
  };
}

function encode(
  features: readonly { at: Point; tags: Record<string, string | number | boolean> }[],
  tile: TileParameters,
): Uint8Array {
  if (features.length === 0) return new Uint8Array();
  const drawn = features.map(({ at, tags }) => {
    const { x, y } = toMercator(at);
    const across = 2 ** tile.z;
    const geometry = [
      [Math.round((x * across - tile.x) * EXTENT), Math.round((y * across - tile.y) * EXTENT)],
    ];
    return { type: POINT, geometry, tags };
  });
  return fromGeojsonVt({ [LAYER]: { features: drawn } }, { version: 2, extent: EXTENT });
}

/** @param corner 0 for the northwestern corner of the tile, 1 for the southeastern one */
function inWorld({ z, x, y }: TileParameters, corner: 0 | 1) {
  return { x: (x + corner) / 2 ** z, y: (y + corner) / 2 ** z };
}
