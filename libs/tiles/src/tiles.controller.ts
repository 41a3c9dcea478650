import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { toCriteria } from '#libs/businesses/src/list/business-criteria.js';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { Clock, presentMinute } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import { AllowsKey } from '#libs/http/src/access.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { MAX_ZOOM, TileParameters, TileQuery } from './tile.dto.js';
import { LAYER, TilesService } from './tiles.service.js';

const CACHING = {
  'Cache-Control': 'public, max-age=60',
  Vary: 'X-API-Key, Accept-Encoding',
  // A shared cache may have got the response without an Origin.
  'Access-Control-Allow-Origin': '*',
};

/**
 * Serves vector tiles. The TileJSON document describes them to maps, so they are not in the OpenAPI
 * document. Requests without a key count as pages of the website.
 */
@ApiExcludeController()
@AllowsKey()
@Controller('tiles')
export class TilesController {
  constructor(
    private readonly tiles: TilesService,
    private readonly filters: ListFilters,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Describes the tiles, with the filters of the request. TileJSON 3.0.0:
   * https://github.com/mapbox/tilejson-spec/tree/master/3.0.0
   *
   * @throws ApiError `invalid_parameter` for filters that the tiles refuse
   */
  @Get('businesses.json')
  async describe(@Query() query: TileQuery, @Req() { url }: FastifyRequest): Promise<object> {
    await this.criteria(query, this.clock.now());
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    const { search } = new URL(url, PUBLIC_URL);
    const { west, south, east, north } = BOUNDS;
    return {
      tilejson: '3.0.0',
      name: SITE_NAME,
      tiles: [`${PUBLIC_URL}/tiles/{z}/{x}/{y}.mvt${search}`],
      attribution: `<a href="${PUBLIC_URL}/credits">${SITE_NAME}</a>`,
      minzoom: 0,
      maxzoom: MAX_ZOOM,
      bounds: [west, south, east, north],
      vector_layers: [
        {
          id: LAYER,
          description: 'Clusters with their count, or single businesses from zoom 12 on.',
          fields: {
            count: 'Number of businesses in a cluster. Single businesses have the other fields.',
            slug: 'String. The page of the business is at /b/{slug}.',
            name: 'String.',
            category: 'String. Slug of the first category.',
            open: 'Boolean. Absent if the hours are unknown or may differ on a holiday.',
          },
        },
      ],
    };
  }

  @Get(':z/:x/:y.mvt')
  @CachesResponse()
  tile(@Param() tile: TileParameters, @Query() query: TileQuery): CacheableRead {
    if (Math.max(tile.x, tile.y) >= 2 ** tile.z) {
      const last = 2 ** tile.z - 1;
      throw new ApiError('invalid_parameter', `At zoom ${tile.z}, x and y are at most ${last}.`);
    }
    const now = this.clock.now();
    return async () => {
      const criteria = await this.criteria(query, now);
      const { version, bytes, until } = await this.tiles.draw(criteria, tile, now);
      return {
        version,
        body: bytes,
        contentType: 'application/vnd.mapbox-vector-tile',
        caching: CACHING,
        until: query.openAt === 'now' ? presentMinute(now).end : until,
      };
    };
  }

  private async criteria(query: TileQuery, now: Date): Promise<BusinessCriteria> {
    return this.filters.read(toCriteria({ ...query, page: 1, limit: 1 }, now));
  }
}
