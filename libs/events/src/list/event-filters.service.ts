import { Injectable } from '@nestjs/common';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import type { EventCriteria } from './event-criteria.js';

/** Reads what lists of events are filtered by. */
@Injectable()
export class EventFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` with the nearest one for a city or category that there is not */
  async read(criteria: EventCriteria): Promise<EventCriteria> {
    return this.categories.read(await this.places.read(criteria));
  }
}
