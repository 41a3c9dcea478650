import { Injectable } from '@nestjs/common';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { invalidParameter } from '#libs/http/src/errors/api-error.js';
import { noSuch } from '#libs/http/src/validation/known-fields.js';
import type { DealCriteria } from './deal-criteria.js';

/** Resolves the businesses, places and categories that filter lists of deals. */
@Injectable()
export class DealFilters {
  constructor(
    private readonly businesses: BusinessesRepository,
    private readonly filters: ListFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` if a business, place or category does not exist */
  async read(criteria: DealCriteria): Promise<DealCriteria> {
    const named = await this.filters.read(criteria);
    return named.business ? { ...named, business: await this.resolve(named.business) } : named;
  }

  /** Resolves ids and current or former slugs to ids. */
  private async resolve(idsOrSlugs: string[]): Promise<string[]> {
    const found = await this.businesses.resolve(idsOrSlugs);
    const ids = found.map(({ id, text, near }) => {
      if (id !== null) return id;
      throw invalidParameter('business', noSuch('business', text, near));
    });
    return [...new Set(ids)].sort();
  }
}
