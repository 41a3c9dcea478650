import { Injectable } from '@nestjs/common';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';

/** Share of the directory from which the imports of a day are a bulk import. */
const BULK_SHARE = 0.05;

/** Finds new businesses: those added since the last bulk import, which would crowd out the rest. */
@Injectable()
export class NewBusinesses {
  constructor(
    private readonly searches: SearchService,
    private readonly imports: ImportsService,
  ) {}

  /**
   * Returns the criteria for the newest businesses, narrowed by the visitor's filters.
   *
   * @param since earliest time they were added
   */
  async criteria(
    { category, city }: Pick<SearchQuery, 'category' | 'city'>,
    now: Date,
    since?: Date,
  ): Promise<BusinessCriteria> {
    const { total } = await this.searches.whole(now);
    // Less than a page crowds out nothing.
    const bulk = await this.imports.endOfLastBulk(Math.max(BULK_SHARE * total, PAGE_SIZE));
    const createdSince = bulk && !(since && since > bulk) ? bulk : since;
    return {
      ...WHOLE_DIRECTORY,
      sort: 'newest',
      ...(category && { category: [category] }),
      ...(city && { city: [city] }),
      ...(createdSince && { createdSince }),
    };
  }
}
