import { Injectable } from '@nestjs/common';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { addDays, dayNumber, localDate, startOfDay } from '#libs/geography/src/local-date.js';
import { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';

/** Share of the directory from which the imports of a day are a bulk import. */
const BULK_SHARE = 0.05;

/** Number of days for which a business counts as new. */
const DAYS = 56;

/**
 * Finds businesses that opened lately or were added one by one. Those of a bulk import would crowd
 * out the rest.
 */
@Injectable()
export class NewBusinesses {
  constructor(
    private readonly searches: SearchService,
    private readonly imports: ImportsService,
  ) {}

  /**
   * Returns the criteria for the newest businesses, narrowed by the visitor's filters.
   *
   * @param isUnlimited whether older businesses follow
   */
  async criteria(
    { category, city }: Pick<SearchQuery, 'category' | 'city'>,
    now: Date,
    isUnlimited = false,
  ): Promise<BusinessCriteria> {
    const { total } = await this.searches.whole(now);
    // Less than a page crowds out nothing.
    const bulks = await this.imports.bulks(Math.max(BULK_SHARE * total, PAGE_SIZE));
    const first = addDays(localDate(now), -DAYS);
    const created = isUnlimited ? new Date(0) : startOfDay(first);
    const isFiltered = !isUnlimited || bulks.length > 0;
    return {
      ...WHOLE_DIRECTORY,
      sort: 'newest',
      ...(category && { category }),
      ...(city && { city }),
      ...(isFiltered && { newSince: { created, bulks, established: dayNumber(first) } }),
    };
  }
}
