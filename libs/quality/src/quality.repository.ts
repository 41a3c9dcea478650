import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { AnsweredDto, CoverageDto, UnconfirmedDto } from './quality.dto.js';

const COUNTS = `
  count(*)::int AS businesses,
  (count(*) FILTER (WHERE has_hours))::int AS "withHours",
  (count(*) FILTER (WHERE is_exact))::int AS "withExactPoint",
  (count(*) FILTER (WHERE has_phone))::int AS "withPhone",
  (count(*) FILTER (WHERE confirmed_on > $1::date - 365))::int AS confirmed`;

/** Open businesses with the details that are counted. */
const DETAILS = `
  SELECT id, county, hours <> '[]' AS has_hours,
    precision IS NOT DISTINCT FROM 'exact' AS is_exact, phone IS NOT NULL AS has_phone,
    confirmed_on
  FROM businesses WHERE removed_at IS NULL AND status = 'open'`;

/** Reads how complete the directory is. Both counts read every business. */
@Injectable()
export class QualityRepository {
  constructor(private readonly database: Database) {}

  async byCounty(today: string): Promise<CoverageDto[]> {
    const { rows } = await this.database.reads.query<CoverageDto>(
      `SELECT county AS name, ${COUNTS} FROM (${DETAILS}) AS b
       GROUP BY county ORDER BY businesses DESC, name`,
      [today],
    );
    return rows;
  }

  /** Counts a business once for each source that lists it. */
  async bySource(today: string): Promise<CoverageDto[]> {
    const { rows } = await this.database.reads.query<CoverageDto>(
      `SELECT s.name, ${COUNTS} FROM (${DETAILS}) AS b
       JOIN (SELECT DISTINCT business_id, source_id FROM source_rows
             WHERE NOT is_missing AND values <> '{}') AS r ON r.business_id = b.id
       JOIN sources s ON s.id = r.source_id
       GROUP BY s.name ORDER BY businesses DESC, s.name`,
      [today],
    );
    return rows;
  }

  async answered(now: Date): Promise<AnsweredDto> {
    const { rows } = await this.database.reads.query<AnsweredDto>(
      `SELECT count(*)::int AS count, round((percentile_cont(0.5) WITHIN GROUP (
           ORDER BY extract(epoch FROM decided_at - created_at)) / 86400)::numeric, 1
         )::float8 AS "medianDays"
       FROM suggestions WHERE decided_at > $1::timestamptz - interval '365 days'`,
      [now],
    );
    return rows[0]!;
  }

  /** Returns open businesses, never confirmed ones first, then those confirmed longest ago. */
  async unconfirmed(limit: number): Promise<UnconfirmedDto[]> {
    const { rows } = await this.database.reads.query<UnconfirmedDto>(
      `SELECT id, slug, name, to_char(confirmed_on, 'YYYY-MM-DD') AS "confirmedOn"
       FROM businesses WHERE removed_at IS NULL AND status = 'open'
       ORDER BY confirmed_on NULLS FIRST, updated_at LIMIT $1`,
      [limit],
    );
    return rows;
  }
}
