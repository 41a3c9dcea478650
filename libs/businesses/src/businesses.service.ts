import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import DataLoader from 'dataloader';
import { Database } from '#libs/database/src/database.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { type Clusters, clustersOf, type MapView } from '#libs/directory-index/src/clusters.js';
import type { BusinessList, Scan } from '#libs/directory-index/src/directory.js';
import { distancesFrom } from '#libs/directory-index/src/distances.js';
import { type Facets, facetsOf } from '#libs/directory-index/src/facets.js';
import { pageOf } from '#libs/directory-index/src/pages.js';
import type { Found, Page } from '#libs/directory/src/read-results.js';
import { localMinute } from '#libs/geography/src/local-time.js';
import type { Statements } from '#libs/database/src/sql.js';
import { BusinessesRepository, type StoredRecords } from './businesses.repository.js';
import { BusinessLists, type Scanned } from './business-lists.js';
import type { BusinessDto } from './record/business.dto.js';
import { type StoredRecordsPage, toBusiness, withDistances } from './record/stored-record.js';

/** Page of businesses and the corrected search, or null if it was not corrected. */
type BusinessesPage = Page<BusinessDto> & Pick<StoredRecordsPage, 'corrected' | 'facets'>;

export type FoundClusters = Clusters & Omit<Scanned<unknown>, 'value'>;

interface Counted {
  /** Minutes since Monday 00:00 in Minnesota. */
  minute: number;
  facets: Facets;
}

/** Maximum number of lists whose counts are cached. */
const MAX_COUNTED = 200;
/** Maximum number of counts in the cache. A count takes about 100 bytes. */
const MAX_COUNTS = 50_000;

/** Reads pages, counts and map clusters of businesses, and single businesses. */
@Injectable()
export class BusinessesService {
  private readonly records: RecordsLoader;
  /**
   * Counts by id of the list, because a list takes far more memory. The least recently used ones are
   * evicted first.
   */
  private readonly counts = new LRUCache<symbol, Counted>({
    max: MAX_COUNTED,
    maxSize: MAX_COUNTS,
    sizeCalculation: ({ facets: { categories, cities, counties } }) =>
      1 + categories.length + cities.length + counties.length,
  });

  constructor(
    private readonly database: Database,
    private readonly businesses: BusinessesRepository,
    private readonly lists: BusinessLists,
  ) {
    this.records = new RecordsLoader(businesses, database.reads);
  }

  /**
   * Reads one page of matching businesses. The index determines which businesses are on the page,
   * and PostgreSQL has their records.
   *
   * @param countedAt counts facets as well, with the businesses that are open at this time
   */
  page(criteria: BusinessCriteria, countedAt?: Date): Promise<StoredRecordsPage> {
    const minute = countedAt && localMinute(countedAt);
    const scan = (list: BusinessList) => this.pageWithFacets(list, criteria, minute);
    return this.lists.read(criteria, scan, async ({ total, corrected, value }, database) => {
      const { numbers, distances, facets } = value;
      const loader =
        database === this.database.reads
          ? this.records
          : new RecordsLoader(this.businesses, database);
      const page = await loader.load(numbers);
      const records = distances ? withDistances(page.records, distances) : page.records;
      return { ...page, records, total, corrected, facets };
    });
  }

  private *pageWithFacets(
    list: BusinessList,
    criteria: BusinessCriteria,
    minute: number | undefined,
  ): Scan<{ numbers: number[]; distances?: number[]; facets?: Facets }> {
    const { point } = criteria;
    const numbers = yield* pageOf(list, criteria);
    return {
      numbers,
      ...(point && { distances: numbers.map(distancesFrom(point, list.directory.columns)) }),
      ...(minute !== undefined && { facets: yield* this.count(list, minute) }),
    };
  }

  private *count(list: BusinessList, minute: number): Scan<Facets> {
    const known = this.counts.get(list.id);
    if (known?.minute === minute) return known.facets;
    const facets = yield* facetsOf(list, minute);
    this.counts.set(list.id, { minute, facets });
    return facets;
  }

  /** Like `page`, but returns parsed records. */
  async list(criteria: BusinessCriteria, countedAt?: Date): Promise<BusinessesPage> {
    const { records, ...page } = await this.page(criteria, countedAt);
    return { ...page, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /** @param at time for which open businesses are counted */
  async facets(criteria: BusinessCriteria, at: Date): Promise<Facets> {
    const minute = localMinute(at);
    return (await this.lists.scan(criteria, (list) => this.count(list, minute))).value;
  }

  /**
   * @param criteria criteria of the list; their page selects among the businesses in the view, and a
   * limit of 0 none of them
   */
  async clusters(criteria: BusinessCriteria, view: MapView): Promise<FoundClusters> {
    const { value, ...found } = await this.lists.scan(criteria, (list) =>
      clustersOf(list, criteria, view),
    );
    return { ...found, ...value };
  }

  /** Reads at most 100 businesses by number, in the given order. */
  async byNumbers(numbers: readonly number[]): Promise<{ version: string; items: BusinessDto[] }> {
    const { version, records } = await this.records.load(numbers);
    return { version, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /**
   * Finds a business or its tombstone by id, slug or former slug. An id or slug of a merged
   * business leads to the business that it was merged into.
   */
  async find(idOrSlug: string): Promise<Found<BusinessDto> | undefined> {
    const text = idOrSlug.toLowerCase();
    const found = await this.businesses.find(text);
    if (!found) return undefined;
    const record = toBusiness(found.record);
    const isFormer = ![record.slug, record.id].includes(text);
    return { version: found.version, record, isFormer };
  }
}

/** Maximum number of pages in one statement. Leaves work for other CPU cores of the database. */
const PAGES_AT_ONCE = 10;

/**
 * Reads the records of pages together with the directory version. Pages requested in the same turn
 * of the event loop share a statement, which takes half the time (see docs/performance.md).
 */
class RecordsLoader extends DataLoader<readonly number[], StoredRecords> {
  constructor(businesses: BusinessesRepository, database: Statements) {
    super((pages) => businesses.recordsOf(pages, database), {
      cache: false,
      maxBatchSize: PAGES_AT_ONCE,
      batchScheduleFn: setImmediate,
    });
  }
}
