import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import type { Found, Page } from '#libs/directory/src/snapshot.js';
import { BusinessAttributes } from './attributes/business-attributes.js';
import { radiusAround } from './attributes/radius-around.js';
import { type BusinessCriteria, type Point, withoutIdlePoint } from './list/business-criteria.js';
import { findPage, type FoundPage } from './list/find-page.js';
import { RecordsLoader } from './list/records-loader.js';
import { ResultSetCache } from './list/result-set-cache.js';
import { businessOfId, businessOfSlug } from './record/known-as.sql.js';
import type { BusinessDto } from './record/business.dto.js';
import { type StoredRecord, type StoredRecordsPage, toBusiness } from './record/stored-record.js';

/** Page of businesses and the corrected search, or null if it was not corrected. */
type BusinessesPage = Page<BusinessDto> & Pick<FoundPage, 'corrected'>;

const ATTEMPTS = 3;

/** Reads pages of businesses and single businesses. */
@Injectable()
export class BusinessesService {
  private readonly records: RecordsLoader;

  constructor(
    private readonly database: Database,
    private readonly resultSets: ResultSetCache,
    private readonly attributes: BusinessAttributes,
  ) {
    this.records = new RecordsLoader(database.reads);
  }

  /**
   * Reads one page of matching businesses. Cached result sets determine which businesses are on the
   * page. Their records are read together with the directory version. If the directory has changed
   * since the result sets were read, these are updated and the page is read again.
   */
  async page(criteria: BusinessCriteria): Promise<StoredRecordsPage> {
    const listed = withoutIdlePoint(criteria);
    let version: string | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const found = await findPage(
        listed,
        (each, atLeast, from) => this.resultSets.find(each, atLeast, version, from),
        this.guessRadius,
      );
      const page = await read(found, criteria.point, this.records);
      if (page.version === found.version) return page;
      version = page.version;
    }
    // Fallback if the directory keeps changing: update copies of the result sets within a snapshot
    // and read the records there.
    return this.database.reads.inOneState(async (state) => {
      const found = await findPage(
        listed,
        (each, atLeast) => this.resultSets.copyAt(state, each, atLeast),
        this.guessRadius,
      );
      return read(found, criteria.point, new RecordsLoader(state));
    });
  }

  private readonly guessRadius = (point: Point, count: number, numbers: Uint32Array): number => {
    const { table } = this.attributes;
    return table === undefined ? 0 : radiusAround(point, count, numbers, table);
  };

  /** Like `page`, but returns parsed records. */
  async list(criteria: BusinessCriteria): Promise<BusinessesPage> {
    const { records, ...page } = await this.page(criteria);
    return { ...page, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /**
   * Reads at most 100 businesses by number, in the given order.
   *
   * @param origin point from which distances are measured
   */
  async byNumbers(
    numbers: readonly number[],
    origin?: Point,
  ): Promise<{ version: string; items: BusinessDto[] }> {
    const { version, records } = await this.records.load({ numbers, origin });
    return { version, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /**
   * Finds a business or its tombstone by id, slug or former slug. An id or slug of a merged
   * business leads to the business that it was merged into.
   */
  async find(idOrSlug: string): Promise<Found<BusinessDto> | undefined> {
    const id = isUuid(idOrSlug)
      ? businessOfId('$1::uuid')
      : isSlug(idOrSlug) && businessOfSlug('$1');
    if (!id) return undefined;
    const { rows } = await this.database.reads.query<{ version: string; record: StoredRecord }>(
      `SELECT version::text, b.record FROM businesses b, directory_version WHERE b.id = ${id}`,
      [idOrSlug],
    );
    if (!rows[0]) return undefined;
    const record = toBusiness(rows[0].record);
    const isFormer = ![record.slug, record.id].includes(idOrSlug.toLowerCase());
    return { version: rows[0].version, record, isFormer };
  }
}

async function read(
  { numbers, total, corrected }: FoundPage,
  origin: Point | undefined,
  loader: RecordsLoader,
): Promise<StoredRecordsPage> {
  return { ...(await loader.load({ numbers, origin })), total, corrected };
}
