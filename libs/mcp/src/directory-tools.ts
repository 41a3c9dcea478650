import { Injectable } from '@nestjs/common';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { CategoriesService } from '#libs/businesses/src/categories/categories.service.js';
import type { CategoryDto } from '#libs/businesses/src/categories/category.dto.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { toCriteria } from '#libs/businesses/src/list/business-criteria.js';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { BusinessFilterQuery } from '#libs/businesses/src/list/list-businesses.query.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { toDealCriteria } from '#libs/deals/src/list/deal-criteria.js';
import { DealFilters } from '#libs/deals/src/list/deal-filters.service.js';
import { ListDealsQuery } from '#libs/deals/src/list/list-deals.query.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { toEventCriteria } from '#libs/events/src/list/event-criteria.js';
import { ListEventsQuery } from '#libs/events/src/list/list-events.query.js';
import { METERS_PER_MILE } from '#libs/geography/src/distance.js';
import { addDays, startOfDay } from '#libs/geography/src/local-date.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { pagination } from '#libs/http/src/envelope.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { quote } from '#libs/http/src/validation/known-fields.js';
import { expectRecord } from '#libs/response-cache/src/representation.js';
import { findPlace } from '#libs/website/src/search/place-finder.js';
import { localTime, toBusiness, toDeal, toEvent } from './tool-records.js';
import type { ToolInput, ToolName, ToolOutput } from './tool-schemas.js';

const DEFAULT_RADIUS_MILES = 25;

type Tools = { [Name in ToolName]: (input: ToolInput<Name>) => Promise<ToolOutput<Name>> };
type Place = Pick<ToolInput<'search_businesses'>, 'near' | 'radiusMiles'>;

/** Answers assistants' questions with the services and the validation of the API. */
@Injectable()
export class DirectoryTools implements Tools {
  private readonly inputs = new InputPipe();

  constructor(
    private readonly businesses: BusinessesService,
    private readonly filters: ListFilters,
    private readonly categories: CategoriesService,
    private readonly events: EventsService,
    private readonly deals: DealsRepository,
    private readonly dealFilters: DealFilters,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async search_businesses(input: ToolInput<'search_businesses'>) {
    const { near, radiusMiles, ...filter } = input;
    const around = await this.around({ near, radiusMiles }, { takesRegions: true });
    const sort = 'latitude' in around ? 'distance' : undefined;
    const query = await this.read(BusinessFilterQuery, { ...filter, ...around, sort });
    const now = this.clock.now();
    const criteria = await this.filters.read(toCriteria(query, now));
    const { items, total, corrected } = await this.businesses.list(criteria);
    return {
      businesses: items.map((each) => toBusiness(each, now, this.environment)),
      ...this.frame(input, total),
      correctedQuery: corrected,
    };
  }

  async get_business({ idOrSlug }: ToolInput<'get_business'>) {
    const found = await this.businesses.find(idOrSlug);
    const { record } = expectRecord(
      found,
      { kind: 'business', name: 'name', idOrSlug, operation: 'search_businesses' },
      this.environment,
    );
    return { business: toBusiness(record, this.clock.now(), this.environment), ...this.stamp() };
  }

  async list_events(input: ToolInput<'list_events'>) {
    const { near, radiusMiles, from, to, ...filter } = input;
    const query = await this.read(ListEventsQuery, {
      ...filter,
      ...(await this.around({ near, radiusMiles }, { takesRegions: false })),
      from: from && startOfDay(from).toISOString(),
      to: to && startOfDay(addDays(to, 1)).toISOString(),
    });
    const criteria = await this.filters.read(toEventCriteria(query, this.clock.now()));
    const { items, total } = await this.events.page(criteria, query);
    return {
      events: items.map((each) => toEvent(each, this.environment)),
      ...this.frame(input, total),
    };
  }

  async list_deals(input: ToolInput<'list_deals'>) {
    const query = await this.read(ListDealsQuery, input);
    const criteria = await this.dealFilters.read(toDealCriteria(query, this.clock.now()));
    const { items, total } = await this.deals.page(criteria);
    return {
      deals: items.map((each) => toDeal(each, this.environment)),
      ...this.frame(input, total),
    };
  }

  async list_categories(input: ToolInput<'list_categories'>) {
    const { items, total } = await this.categories.page(input);
    return { categories: items.flatMap(withSubcategories), ...this.frame(input, total) };
  }

  /**
   * Converts arguments to the parameters of the API and validates them as those.
   *
   * @throws ApiError `invalid_parameter`
   */
  private async read<Query extends object>(
    metatype: new () => Query,
    values: object,
  ): Promise<Query> {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    // A URL cannot contain half a character, and PostgreSQL refuses it in JSON.
    const parameters = Object.fromEntries(
      given.map(([name, value]) => [name, String(value).toWellFormed()]),
    );
    return (await this.inputs.transform(parameters, { type: 'query', metatype })) as Query;
  }

  /**
   * Returns the parameters that limit a list to a place: a point with a radius, a county or a region.
   *
   * @throws ApiError `invalid_parameter` if no place matches or a radius has no place
   */
  private async around({ near, radiusMiles }: Place, { takesRegions }: { takesRegions: boolean }) {
    if (near === undefined) {
      if (radiusMiles === undefined) return {};
      throw new ApiError('invalid_parameter', 'radiusMiles requires near.');
    }
    const known = await this.businesses.facets(WHOLE_DIRECTORY, this.clock.now());
    const place = findPlace(near, known);
    if (place?.kind === 'region' && takesRegions) return { region: place.slug };
    if (place && 'point' in place && place.point) {
      const miles = radiusMiles ?? DEFAULT_RADIUS_MILES;
      return { ...place.point, radius: (miles * METERS_PER_MILE).toFixed(1) };
    }
    if (place?.kind === 'county') return { county: place.slug };
    if (place?.kind === 'city') return { city: place.slug };
    throw new ApiError(
      'invalid_parameter',
      `near: ${quote(near)} is not a place in Minnesota. Use a ZIP code, a city, a county or ` +
        '"latitude,longitude".',
    );
  }

  private frame(input: ToolInput<'list_categories'>, total: number) {
    const { page, totalPages } = pagination(input, total);
    return { total, page, totalPages, ...this.stamp() };
  }

  private stamp() {
    const { SITE_NAME, PUBLIC_URL } = this.environment;
    return {
      localTime: localTime(this.clock.now()),
      attribution: `${SITE_NAME}, with data from the sources listed at ${PUBLIC_URL}/credits`,
    };
  }
}

function withSubcategories({
  slug,
  name,
  parent,
  businessCount,
  children,
}: CategoryDto): ToolOutput<'list_categories'>['categories'] {
  return [{ slug, name, parent, businessCount }, ...children.flatMap(withSubcategories)];
}
