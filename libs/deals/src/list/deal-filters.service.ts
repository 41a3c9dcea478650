import { Injectable } from '@nestjs/common';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { Database } from '#libs/database/src/database.js';
import { inputRefusal } from '#libs/http/src/validation/input-refusal.js';
import { noSuch } from '#libs/http/src/validation/known-fields.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import type { DealCriteria } from './deal-criteria.js';

/** Reads what lists of deals are filtered by. */
@Injectable()
export class DealFilters {
  constructor(
    private readonly database: Database,
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` for a business, place or category that there is not */
  async read(criteria: DealCriteria): Promise<DealCriteria> {
    const named = await this.categories.read(await this.places.read(criteria));
    return named.business ? { ...named, business: await this.businesses(named.business) } : named;
  }

  /** Their ids, by ids or by slugs that they have or once had. */
  private async businesses(idsOrSlugs: string[]): Promise<string[]> {
    const { rows } = await this.database.reads.query<{ text: string; id: string | null }>(
      `SELECT text, coalesce(
         (SELECT id FROM businesses WHERE slug = text),
         (SELECT id FROM businesses WHERE id::text = lower(text)),
         (SELECT business_id FROM former_slugs WHERE slug = text)) AS id
       FROM unnest($1::text[]) AS text`,
      [idsOrSlugs],
    );
    const problems = rows
      .filter(({ id }) => id === null)
      .map(({ text }) => ({ field: 'business', message: () => noSuch('business', text, []) }));
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
    return [...new Set(rows.map(({ id }) => id!))].sort();
  }
}
