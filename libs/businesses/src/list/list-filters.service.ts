import { Injectable } from '@nestjs/common';
import { type PlaceFilter, PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { CategoryFilters } from '../categories/category-filters.service.js';

/** Resolves the places and categories that filter lists, so that equal lists have equal criteria. */
@Injectable()
export class ListFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` with a suggestion for each unknown place or category */
  async read<T extends PlaceFilter & { category?: string[] }>(criteria: T): Promise<T> {
    return this.categories.read(await this.places.read(criteria));
  }
}
