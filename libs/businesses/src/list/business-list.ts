import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { collectionUrl } from '../collection-url.js';
import type { BusinessDto } from '../record/business.dto.js';
import { businessRecord } from '../record/business-record.sql.js';
import type { ListBusinessesQuery } from './list-businesses.query.js';

interface Page {
  version: string;
  total: number;
  records: BusinessDto[];
}

/** Pages of businesses, in an order where no two are equal. */
@Injectable()
export class BusinessList {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  async page(query: ListBusinessesQuery): Promise<Snapshot<SuccessPage<BusinessDto>>> {
    const { rows } = await this.database.pool.query<Page>(PAGE, [
      collectionUrl(this.environment),
      query.status === 'any' ? null : query.status,
      query.limit,
      (query.page - 1) * query.limit,
    ]);
    const { version, total, records } = rows[0]!;
    return { version, body: successPage(records, query, total) };
  }
}

/** One statement sees one state of the directory: version, total and records agree. */
const PAGE = `
  WITH matching AS (
    SELECT * FROM businesses
    WHERE removed_at IS NULL AND ($2::business_status IS NULL OR status = $2)
  )
  SELECT
    (SELECT version::text FROM directory_version) AS version,
    (SELECT count(*)::int FROM matching) AS total,
    (SELECT coalesce(json_agg(${businessRecord('$1')} ORDER BY b.name, b.id), '[]')
     FROM (SELECT * FROM matching ORDER BY name, id LIMIT $3 OFFSET $4) b) AS records`;
