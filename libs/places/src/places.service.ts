import { Injectable } from '@nestjs/common';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { type Mention, type Tallied, tallyPlaces } from '#libs/directory-index/src/place-tally.js';
import { tallyRegions } from '#libs/directory-index/src/regions.js';
import type { Page } from '#libs/directory/src/read-results.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { ListCitiesQuery } from './list-cities.query.js';
import type { CityDto, CountyDto } from './place.dto.js';
import type { RegionDto } from './regions/region.dto.js';

/** Lists the cities and counties of open businesses. Places without businesses are not listed. */
@Injectable()
export class PlacesService {
  constructor(private readonly index: DirectoryIndex) {}

  /** @param query filter with slugs of counties */
  async cities(query: ListCitiesQuery): Promise<Page<CityDto>> {
    const directory = await this.index.current();
    const { county: wanted } = query;
    const mentions = directory
      .mentions()
      .filter(({ county }) => !wanted || (county.slug !== null && wanted.includes(county.slug)))
      .map(({ city }) => city);
    const cities = listed(mentions).map(({ slug, names: [name, county], businesses }) => ({
      slug,
      name: name!,
      county: county ?? null,
      businessCount: businesses,
    }));
    return { version: directory.version, ...pageOf(cities, query) };
  }

  async counties(query: PageQuery): Promise<Page<CountyDto>> {
    const directory = await this.index.current();
    const mentions = directory.mentions().map(({ county }) => county);
    const counties = listed(mentions).map(({ slug, names: [name], businesses }) => ({
      slug,
      name: name!,
      businessCount: businesses,
    }));
    return { version: directory.version, ...pageOf(counties, query) };
  }

  async regions(query: PageQuery): Promise<Page<RegionDto>> {
    await this.index.current();
    return this.index.run(function* (directory) {
      const counts = yield* tallyRegions(directory);
      const regions = directory.regions.map((region, index) => ({
        ...region,
        businessCount: counts[index]!,
      }));
      return { version: directory.version, ...pageOf(regions, query) };
    });
  }
}

function listed(mentions: Mention[]): Tallied[] {
  return tallyPlaces(mentions.filter(({ businesses }) => businesses > 0));
}

function pageOf<T>(places: T[], { page, limit }: PageQuery): Omit<Page<T>, 'version'> {
  return { items: places.slice((page - 1) * limit, page * limit), total: places.length };
}
