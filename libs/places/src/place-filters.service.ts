import { Injectable } from '@nestjs/common';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { regionNamed } from '#libs/directory-index/src/regions.js';
import { citySlug, minnesotaCities } from '#libs/geography/src/cities.js';
import { COUNTIES, countySlug } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { minnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import {
  inputRefusal,
  type Problem,
  resolveEach,
} from '#libs/http/src/validation/input-refusal.js';
import { noSuch, quote } from '#libs/http/src/validation/known-fields.js';
import { PlacesRepository } from './places.repository.js';

/** Places as callers write them. */
export interface PlaceFilter {
  city?: string[];
  county?: string[];
  postalCode?: string[];
  region?: string[];
}

/**
 * Resolves the places that filter lists. Accepts names and slugs, cities with usual abbreviations,
 * counties with or without "County", and ZIP codes with or without the ZIP+4 part. A place in
 * Minnesota is valid even if it has no businesses. Any other city must appear in the directory.
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
    const city = filter.city && withoutState(filter.city);
    const county = filter.county && withoutState(filter.county);
    const foreign = (city ?? []).map(placeSlug).filter((slug) => !minnesotaCities().has(slug));
    const missing = new Set(await this.places.withoutRecords(foreign));
    const regions = filter.region ? (await this.index.current()).regions : [];
    const problems: Problem[] = [];
    const read = (
      field: keyof PlaceFilter,
      texts: string[] | undefined,
      resolve: (text: string) => string | undefined,
      message: (text: string) => string,
    ) => texts && { [field]: resolveEach(field, texts, resolve, message, problems).sort() };
    const places = {
      ...read(
        'city',
        city,
        (text) => (missing.has(placeSlug(text)) ? citySlug(text) : placeSlug(text)),
        (text) => noSuch('Minnesota city', text, minnesotaCities().values()),
      ),
      ...read('county', county, countySlug, (text) => noSuch('Minnesota county', text, COUNTIES)),
      ...read(
        'postalCode',
        filter.postalCode,
        minnesotaPostalCode,
        (text) =>
          `postalCode: ${quote(text)} is not a Minnesota ZIP code. Those have five digits and ` +
          'start with 550, 551 or 553 to 567.',
      ),
      ...read(
        'region',
        filter.region,
        (text) => regionNamed(text, regions)?.slug,
        (text) => {
          const known = regions.flatMap(({ name, otherNames }) => [name, ...otherNames]);
          return noSuch('region', text, known);
        },
      ),
    };
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
    return { ...filter, ...places };
  }
}

/** Omits the state of "Duluth, MN", which is read as two names. */
function withoutState(names: string[]): string[] {
  const places = names.filter((name) => !/^(mn|minnesota)$/i.test(name));
  return places.length > 0 ? places : names;
}
