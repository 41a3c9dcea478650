import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { isSlug, isUuid } from '#libs/directory/src/identifiers.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { BusinessDto } from './record/business.dto.js';
import { type StoredRecord, toBusiness } from './record/stored-record.js';

interface Found {
  version: string;
  record: StoredRecord;
}

/** One business by its id or slug. */
@Injectable()
export class BusinessFinder {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /**
   * A former slug leads to the present one.
   *
   * @throws ApiError `not_found`, or `gone` with the tombstone
   */
  async find(idOrSlug: string): Promise<Snapshot<Success<BusinessDto>>> {
    const found = await this.read(idOrSlug);
    if (!found) throw new ApiError('not_found', 'There is no business with this id or slug.');
    const { version } = found;
    const record = toBusiness(found.record, this.environment.PUBLIC_URL);
    if (record.removedAt) {
      throw new ApiError('gone', `${record.name} was removed from the directory.`, {
        data: record,
      });
    }
    const isFormerSlug = isSlug(idOrSlug) && record.slug !== idOrSlug;
    return {
      version,
      body: success(record),
      ...(isFormerSlug && { movedTo: `/api/v1/businesses/${record.slug}` }),
    };
  }

  private async read(idOrSlug: string): Promise<Found | undefined> {
    const which = isUuid(idOrSlug) ? BY_ID : isSlug(idOrSlug) ? BY_SLUG : undefined;
    if (!which) return undefined;
    const { rows } = await this.database.reads.query<Found>(
      `SELECT version::text, b.record FROM businesses b, directory_version WHERE ${which} LIMIT 1`,
      [idOrSlug],
    );
    return rows[0];
  }
}

const BY_ID = 'b.id = $1';

/** What bears the slug now goes before what once did. */
const BY_SLUG = `
  b.id = coalesce(
    (SELECT id FROM businesses WHERE slug = $1),
    (SELECT business_id FROM former_slugs WHERE slug = $1))`;
