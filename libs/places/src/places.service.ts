import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { Page } from '#libs/directory/src/snapshot.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { ListCitiesQuery } from './list-cities.query.js';
import type { CityDto, CountyDto } from './place.dto.js';
import { tallyPlaces } from './place-tally.js';

/** Open businesses with the same spelling of city and county. */
interface Group {
  citySlug: string | null;
  city: string | null;
  countySlug: string | null;
  county: string | null;
  businesses: number;
}

interface Places {
  version: string;
  groups: Group[];
}

/**
 * Lists the cities and counties of open businesses. Places without businesses are not listed. The
 * counts are read once for each directory version, from an index over all businesses. The cached
 * result has a few thousand rows at most, because Minnesota has no more cities.
 */
@Injectable()
export class PlacesService {
  private latest: Places | undefined;
  private reading: Promise<Places> | undefined;

  constructor(
    private readonly database: Database,
    private readonly directory: DirectoryVersion,
  ) {}

  /** @param query filter with slugs of counties */
  async cities(query: ListCitiesQuery): Promise<Page<CityDto>> {
    const { version, groups } = await this.places();
    const { county } = query;
    const cities = tallyPlaces(
      groups
        .filter(({ countySlug }) => !county || (countySlug !== null && county.includes(countySlug)))
        .map((group) => ({ ...group, slug: group.citySlug, names: [group.city, group.county] })),
    ).map(({ slug, names: [name, inCounty], businesses }) => ({
      slug,
      name: name!,
      county: inCounty ?? null,
      businessCount: businesses,
    }));
    return { version, ...pageOf(cities, query) };
  }

  async counties(query: PageQuery): Promise<Page<CountyDto>> {
    const { version, groups } = await this.places();
    const counties = tallyPlaces(
      groups.map((group) => ({ ...group, slug: group.countySlug, names: [group.county] })),
    ).map(({ slug, names: [name], businesses }) => ({
      slug,
      name: name!,
      businessCount: businesses,
    }));
    return { version, ...pageOf(counties, query) };
  }

  private async places(): Promise<Places> {
    const version = await this.directory.current();
    if (this.latest?.version === version) return this.latest;
    return (this.reading ??= this.read().finally(() => (this.reading = undefined)));
  }

  private async read(): Promise<Places> {
    const { rows } = await this.database.reads.query<Places>(GROUPS);
    return (this.latest = rows[0]!);
  }
}

const GROUPS = `
  SELECT
    (SELECT version::text FROM directory_version) AS version,
    (SELECT coalesce(json_agg(place), '[]') FROM (
       SELECT city_slug AS "citySlug", city, county_slug AS "countySlug", county,
         count(*)::int AS businesses
       FROM businesses WHERE removed_at IS NULL AND status = 'open'
       GROUP BY city_slug, city, county_slug, county
     ) AS place) AS groups`;

function pageOf<T>(places: T[], { page, limit }: PageQuery): Omit<Page<T>, 'version'> {
  return { items: places.slice((page - 1) * limit, page * limit), total: places.length };
}
