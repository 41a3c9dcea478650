import { Injectable } from '@nestjs/common';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { CategoryFilters } from '../categories/category-filters.service.js';
import type { BusinessCriteria } from './business-criteria.js';

/** Reads what lists of businesses are filtered by, so that each list has one spelling. */
@Injectable()
export class BusinessFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` with the nearest one for a place or category that there is not */
  async read(criteria: BusinessCriteria): Promise<BusinessCriteria> {
    return this.categories.read(await this.places.read(criteria));
  }
}
