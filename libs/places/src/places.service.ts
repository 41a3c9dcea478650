import { Injectable } from '@nestjs/common';
import type { Directory } from '#libs/directory-index/src/directory.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { type Mention, type Tallied, tallyPlaces } from '#libs/directory-index/src/place-tally.js';
import { regionNamed, tallyRegions } from '#libs/directory-index/src/regions.js';
import { type Found, type Page, pageOf } from '#libs/directory/src/read-results.js';
import { citySlug } from '#libs/geography/src/cities.js';
import { countySlug } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { CityDto, CountyDto, ListCitiesQuery } from './place.dto.js';
import type { RegionDto } from './regions/region.dto.js';

/**
 * Lists the cities and counties of open businesses, and the regions. Cities and counties without
 * businesses are not listed.
 */
@Injectable()
export class PlacesService {
  constructor(private readonly index: DirectoryIndex) {}

  /** @param query filter with slugs of counties */
  async cities(query: ListCitiesQuery): Promise<Page<CityDto>> {
    const directory = await this.index.current();
    return pageOf(directory.version, citiesOf(directory, query.county), query);
  }

  async counties(query: PageQuery): Promise<Page<CountyDto>> {
    const directory = await this.index.current();
    return pageOf(directory.version, countiesOf(directory), query);
  }

  async regions(query: PageQuery): Promise<Page<RegionDto>> {
    const { version, regions } = await this.readRegions();
    return pageOf(version, regions, query);
  }

  /** Finds a city by slug, or by its name in another spelling. */
  async city(name: string): Promise<Found<CityDto> | undefined> {
    const directory = await this.index.current();
    const { version } = directory;
    const cities = citiesOf(directory);
    return foundIn(cities, name, version) ?? foundIn(cities, name, version, citySlug(name));
  }

  /** Finds a county by slug, or by its name in another spelling. */
  async county(name: string): Promise<Found<CountyDto> | undefined> {
    const directory = await this.index.current();
    return foundIn(countiesOf(directory), name, directory.version, countySlug(name));
  }

  /** Finds a region by slug, or by one of its names in any spelling. */
  async region(name: string): Promise<Found<RegionDto> | undefined> {
    const { version, regions } = await this.readRegions();
    return foundIn(regions, name, version, regionNamed(name, regions)?.slug);
  }

  private async readRegions(): Promise<{ version: string; regions: RegionDto[] }> {
    await this.index.current();
    return this.index.run(function* (directory) {
      const counts = yield* tallyRegions(directory);
      const regions = directory.regions.map((region, index) => ({
        ...region,
        url: `/api/v1/regions/${region.slug}`,
        businessCount: counts[index]!,
      }));
      return { version: directory.version, regions };
    });
  }
}

function citiesOf(directory: Directory, counties?: readonly string[]): CityDto[] {
  const mentions = directory
    .mentions()
    .filter(({ county: { slug } }) => !counties || (slug !== null && counties.includes(slug)))
    .map(({ city }) => city);
  return listed(mentions).map(({ slug, names: [name, county], businesses }) => ({
    slug,
    name: name!,
    county: county ?? null,
    url: `/api/v1/cities/${slug}`,
    businessCount: businesses,
  }));
}

function countiesOf(directory: Directory): CountyDto[] {
  const mentions = directory.mentions().map(({ county }) => county);
  return listed(mentions).map(({ slug, names: [name], businesses }) => ({
    slug,
    name: name!,
    url: `/api/v1/counties/${slug}`,
    businessCount: businesses,
  }));
}

function foundIn<T extends { slug: string; url: string }>(
  places: readonly T[],
  name: string,
  version: string,
  slug = placeSlug(name),
): Found<T> | undefined {
  const record = places.find((place) => place.slug === slug);
  return record && { version, record, isFormer: slug !== name.toLowerCase() };
}

function listed(mentions: Mention[]): Tallied[] {
  return tallyPlaces(mentions.filter(({ businesses }) => businesses > 0));
}
