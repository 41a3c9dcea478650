import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { collectionUrl } from '../collection-url.js';
import type { BusinessDto } from '../record/business.dto.js';
import { businessRecord } from '../record/business-record.sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter, distanceFrom } from './business-filter.sql.js';
import { businessOrder } from './business-order.sql.js';

interface Page {
  version: string;
  total: number;
  records: BusinessDto[];
}

/** Pages of businesses. */
@Injectable()
export class BusinessList {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  async page(criteria: BusinessCriteria): Promise<Snapshot<SuccessPage<BusinessDto>>> {
    const parameters = new SqlParameters();
    const sql = this.statement(criteria, parameters);
    const { rows } = await this.database.pool.query<Page>(sql, parameters.values);
    const { version, total, records } = rows[0]!;
    return { version, body: successPage(records, criteria, total) };
  }

  /**
   * One statement sees one state of the directory: version, total and records agree. Which records
   * make up the page is decided on keys alone; only those are read whole.
   */
  private statement(criteria: BusinessCriteria, parameters: SqlParameters): string {
    const { page, limit, sort, point } = criteria;
    const filter = businessFilter(criteria, parameters);
    const order = businessOrder(criteria, parameters);
    const distance =
      sort === 'distance' && `round(${distanceFrom(point!, parameters)}::numeric, 1)`;
    const record = businessRecord(
      parameters.add(collectionUrl(this.environment)),
      distance ? { distance } : {},
    );
    return `
      SELECT
        (SELECT version::text FROM directory_version) AS version,
        (SELECT count(*)::int FROM businesses b WHERE ${filter}) AS total,
        (SELECT coalesce(json_agg(${record} ORDER BY page.position), '[]')
         FROM unnest(ARRAY(
           SELECT b.id FROM businesses b WHERE ${filter} ORDER BY ${order}
           LIMIT ${parameters.add(limit)} OFFSET ${parameters.add((page - 1) * limit)}
         )) WITH ORDINALITY AS page (id, position)
         JOIN businesses b USING (id)) AS records`;
  }
}
