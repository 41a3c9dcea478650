import { Injectable } from '@nestjs/common';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { CategoryFilters } from '../categories/category-filters.service.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';

/** Resolves the places and categories in criteria, so that equal lists have equal criteria. */
@Injectable()
export class BusinessFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` with a suggestion for each unknown place or category */
  async read(criteria: BusinessCriteria): Promise<BusinessCriteria> {
    return this.categories.read(await this.places.read(criteria));
  }
}
