import { Injectable } from '@nestjs/common';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { type StoredRecord, toBusiness } from '#libs/businesses/src/record/stored-record.js';
import { Database } from '#libs/database/src/database.js';

/** Reads the records of matched businesses. */
@Injectable()
export class MatchRepository {
  constructor(private readonly database: Database) {}

  async records(ids: readonly string[]): Promise<Map<string, BusinessDto>> {
    const { rows } = await this.database.reads.query<{ id: string; record: StoredRecord }>(
      'SELECT id, record FROM businesses WHERE id = ANY($1) AND removed_at IS NULL',
      [ids],
    );
    return new Map(rows.map(({ id, record }) => [id, toBusiness(record)]));
  }
}
