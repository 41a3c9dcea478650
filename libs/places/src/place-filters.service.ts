import { Injectable } from '@nestjs/common';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { minnesotaCities } from '#libs/geography/src/cities.js';
import { countyNamed, COUNTIES } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { isMinnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { inputRefusal, type Problem } from '#libs/http/src/validation/input-refusal.js';
import { noSuch, quote } from '#libs/http/src/validation/known-fields.js';
import { PlacesRepository } from './places.repository.js';
import { regionNamed } from '../../directory-index/src/regions.js';

/** Places as callers write them. */
export interface PlaceFilter {
  city?: string[];
  county?: string[];
  postalCode?: string[];
  region?: string[];
}

/**
 * Resolves the places that filter lists. Accepts names and slugs, counties with or without
 * "County", and ZIP codes with or without the ZIP+4 part. A place in Minnesota is valid even if it
 * has no businesses. Any other city, county or ZIP code must appear in the directory.
 */
@Injectable()
export class PlaceFilters {
  constructor(
    private readonly places: PlacesRepository,
    private readonly index: DirectoryIndex,
  ) {}

  /**
   * Resolves the places of a filter.
   *
   * @returns the filter with slugs of cities, counties and regions, and five-digit ZIP codes
   * @throws ApiError `invalid_parameter` with a suggestion for each unknown place
   */
  async read<T extends PlaceFilter>(filter: T): Promise<T> {
    const problems: Problem[] = [];
    const { city, county, postalCode, region } = filter;
    const places = {
      ...(city && { city: await this.cities(city, problems) }),
      ...(county && { county: await this.counties(county, problems) }),
      ...(postalCode && { postalCode: await this.postalCodes(postalCode, problems) }),
      ...(region && { region: await this.regions(region, problems) }),
    };
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
    return { ...filter, ...places };
  }

  private async cities(names: string[], problems: Problem[]): Promise<string[]> {
    // Ignore the state in "Duluth, MN".
    const cities = names.filter((name) => !/^(mn|minnesota)$/i.test(name));
    const slugs = new Map(
      (cities.length > 0 ? cities : names).map((name) => [placeSlug(name), name]),
    );
    const unknown = [...slugs.keys()].filter((slug) => !minnesotaCities().has(slug));
    for (const slug of await this.places.withoutEvents(await this.missing(unknown, 'cities'))) {
      const known = [...minnesotaCities().values()];
      problems.push({
        field: 'city',
        message: () => noSuch('Minnesota city', slugs.get(slug)!, known),
      });
    }
    return [...slugs.keys()].sort();
  }

  private async counties(names: string[], problems: Problem[]): Promise<string[]> {
    const slugs = new Map(names.map((name) => [placeSlug(countyNamed(name) ?? name), name]));
    const unknown = [...slugs].flatMap(([slug, name]) => (countyNamed(name) ? [] : [slug]));
    for (const slug of await this.missing(unknown, 'counties')) {
      const message = () => noSuch('Minnesota county', slugs.get(slug)!, COUNTIES);
      problems.push({ field: 'county', message });
    }
    return [...slugs.keys()].sort();
  }

  private async postalCodes(texts: string[], problems: Problem[]): Promise<string[]> {
    const codes = new Map(texts.map((text) => [text.replace(/^(\d{5})[- ]?\d{4}$/, '$1'), text]));
    const unknown = [...codes.keys()].filter((code) => !isMinnesotaPostalCode(code));
    for (const code of await this.missing(unknown, 'postalCodes')) {
      const message = () =>
        `postalCode: ${quote(codes.get(code)!)} is not a Minnesota ZIP code. Those have five digits and ` +
        'start with 550, 551 or 553 to 567.';
      problems.push({ field: 'postalCode', message });
    }
    return [...codes.keys()].sort();
  }

  private async regions(names: string[], problems: Problem[]): Promise<string[]> {
    const { regions } = await this.index.current();
    const slugs = names.map((name) => {
      const found = regionNamed(name, regions);
      if (!found) {
        const known = regions.flatMap((region) => [region.name, ...region.otherNames]);
        problems.push({ field: 'region', message: () => noSuch('region', name, known) });
      }
      return found?.slug ?? name;
    });
    return [...new Set(slugs)].sort();
  }

  /** Returns the values that no business has, not even a removed one. */
  private async missing(
    values: string[],
    kind: 'cities' | 'counties' | 'postalCodes',
  ): Promise<string[]> {
    if (values.length === 0) return [];
    const known = (await this.index.current()).columns.inUse()[kind];
    return values.filter((value) => !known.has(value));
  }
}
