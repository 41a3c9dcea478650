import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { Page } from '#libs/directory/src/snapshot.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { ListCitiesQuery } from './list-cities.query.js';
import type { CityDto, CountyDto } from './place.dto.js';

/** Where businesses are: counted from their records, so a place without any is not listed. */
@Injectable()
export class PlacesService {
  constructor(private readonly database: Database) {}

  cities(query: ListCitiesQuery): Promise<Page<CityDto>> {
    return this.page<CityDto>(CITIES, query, [query.county ?? null]);
  }

  counties(query: PageQuery): Promise<Page<CountyDto>> {
    return this.page<CountyDto>(COUNTIES, query, []);
  }

  private async page<T>(places: string, query: PageQuery, values: unknown[]): Promise<Page<T>> {
    const { rows } = await this.database.reads.query<Page<T>>(
      `WITH places AS (${places})
       SELECT
         (SELECT version::text FROM directory_version) AS version,
         (SELECT count(*)::int FROM places) AS total,
         (SELECT coalesce(json_agg(page), '[]') FROM (
            SELECT * FROM places ORDER BY slug COLLATE "C" LIMIT $1 OFFSET $2
          ) AS page) AS items`,
      [query.limit, (query.page - 1) * query.limit, ...values],
    );
    return rows[0]!;
  }
}

const IS_LISTED = `removed_at IS NULL AND status = 'open'`;

const CITIES = `
  SELECT city_slug AS slug, mode() WITHIN GROUP (ORDER BY city) AS name,
         mode() WITHIN GROUP (ORDER BY county) AS county, count(*)::int AS "businessCount"
  FROM businesses
  WHERE ${IS_LISTED} AND city_slug <> ''
    AND ($3::text[] IS NULL
      OR county_slug = ANY (ARRAY(SELECT place_slug(name) FROM unnest($3::text[]) AS name)))
  GROUP BY city_slug`;

const COUNTIES = `
  SELECT county_slug AS slug, mode() WITHIN GROUP (ORDER BY county) AS name,
         count(*)::int AS "businessCount"
  FROM businesses
  WHERE ${IS_LISTED} AND county_slug <> ''
  GROUP BY county_slug`;
