import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { collectionUrl } from '../collection-url.js';
import type { DealDto } from '../record/deal.dto.js';
import { dealRecord } from '../record/deal-record.sql.js';
import type { DealCriteria } from './deal-criteria.js';

interface Page {
  version: string;
  total: number;
  deals: DealDto[];
}

/** Valid deals of businesses that are in the directory: those that end soonest first. */
@Injectable()
export class DealList {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  async page(criteria: DealCriteria): Promise<Snapshot<SuccessPage<DealDto>>> {
    const { page, limit } = criteria;
    const parameters = new SqlParameters();
    const record = dealRecord(parameters.add(collectionUrl(this.environment)));
    const matching = `deals d JOIN businesses b ON b.id = d.business_id
      WHERE ${dealFilter(criteria, parameters)}`;
    const { rows } = await this.database.reads.query<Page>(
      `SELECT
         (SELECT version::text FROM directory_version) AS version,
         (SELECT count(*)::int FROM ${matching}) AS total,
         (SELECT coalesce(json_agg(page.record), '[]') FROM (
            SELECT ${record} AS record FROM ${matching} ORDER BY d.ends_at NULLS LAST, d.id
            LIMIT ${parameters.add(limit)} OFFSET ${parameters.add((page - 1) * limit)}
          ) AS page) AS deals`,
      parameters.values,
    );
    const { version, total, deals } = rows[0]!;
    return { version, body: successPage(deals, criteria, total) };
  }
}

function dealFilter(criteria: DealCriteria, parameters: SqlParameters): string {
  const { at, business, category, city } = criteria;
  const add = (value: unknown) => parameters.add(value);
  const instant = add(at);
  const businesses = business && add(business);
  const conditions = [
    'd.removed_at IS NULL AND b.removed_at IS NULL',
    `d.starts_at <= ${instant} AND (d.ends_at IS NULL OR d.ends_at > ${instant})`,
    businesses && `(b.slug = ANY (${businesses}) OR b.id::text = ANY (${businesses}))`,
    category && `b.category_slugs && category_subtree(${add(category)})`,
    city &&
      `b.city_slug = ANY (ARRAY(SELECT place_slug(name) FROM unnest(${add(city)}::text[]) AS name))`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}
