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

/** A page of businesses, and how the search was read, where that is not as it was typed. */
type BusinessesPage = Page<BusinessDto> & Pick<FoundPage, 'corrected'>;

const ATTEMPTS = 3;

/** Reads businesses. */
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
   * One page of the businesses that match. Which ones make it up is known from lists; their records
   * are read along with the version that they are of. Where the directory has changed since the
   * lists were read, the lists are updated.
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
    // However fast the directory changes: copies of the lists follow it into one state, and it is read there.
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

  /** The same page as records. */
  async list(criteria: BusinessCriteria): Promise<BusinessesPage> {
    const { records, ...page } = await this.page(criteria);
    return { ...page, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /**
   * Businesses by their numbers, in the same order: at most 100, as a page has.
   *
   * @param origin from where their distance is told
   */
  async byNumbers(
    numbers: readonly number[],
    origin?: Point,
  ): Promise<{ version: string; items: BusinessDto[] }> {
    const { version, records } = await this.records.load({ numbers, origin });
    return { version, items: JSON.parse(`[${records}]`) as BusinessDto[] };
  }

  /**
   * One business, or its tombstone, by its id, its slug or a slug that it once had, or by those of one
   * that was merged into it.
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
