import { Injectable } from '@nestjs/common';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import type { EventCriteria } from './event-criteria.js';

/** Resolves the place and category filters of event lists. */
@Injectable()
export class EventFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /**
   * @throws ApiError `invalid_parameter`, suggesting the nearest match, if a city or category is
   * unknown
   */
  async read(criteria: EventCriteria): Promise<EventCriteria> {
    return this.categories.read(await this.places.read(criteria));
  }
}
