import { Injectable } from '@nestjs/common';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { businessOfId, businessOfSlug } from '#libs/businesses/src/record/known-as.sql.js';
import { Database } from '#libs/database/src/database.js';
import { inputRefusal } from '#libs/http/src/validation/input-refusal.js';
import { noSuch } from '#libs/http/src/validation/known-fields.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { isUuid } from '#libs/text/src/identifiers.js';
import type { DealCriteria } from './deal-criteria.js';

/** Resolves the businesses, places and categories that filter lists of deals. */
@Injectable()
export class DealFilters {
  constructor(
    private readonly database: Database,
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` if a business, place or category does not exist */
  async read(criteria: DealCriteria): Promise<DealCriteria> {
    const named = await this.categories.read(await this.places.read(criteria));
    return named.business ? { ...named, business: await this.businesses(named.business) } : named;
  }

  /** Resolves ids and current or former slugs to ids. */
  private async businesses(idsOrSlugs: string[]): Promise<string[]> {
    const { rows } = await this.database.reads.query<Named>(FIND_NAMED, [
      JSON.stringify(idsOrSlugs.map((text) => ({ text, uuid: isUuid(text) ? text : null }))),
    ]);
    const problems = rows
      .filter(({ id }) => id === null)
      .map(({ text, near }) => ({
        field: 'business',
        message: () => noSuch('business', text, near),
      }));
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
    return [...new Set(rows.map(({ id }) => id!))].sort();
  }
}

interface Named {
  text: string;
  id: string | null;
  /** Slugs before and after it in the alphabet, which are similar. */
  near: string[];
}

const FIND_NAMED = `
  SELECT text, coalesce(${businessOfId('uuid')}, ${businessOfSlug('text')}) AS id,
    ARRAY(SELECT b.slug FROM businesses b WHERE b.slug < text AND removed_at IS NULL ORDER BY b.slug DESC LIMIT 3) ||
    ARRAY(SELECT b.slug FROM businesses b WHERE b.slug > text AND removed_at IS NULL ORDER BY b.slug LIMIT 3) AS near
  FROM json_to_recordset($1) AS named (text text, uuid uuid)`;
