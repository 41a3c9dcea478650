import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { collectionUrl } from './collection-url.js';
import type { BusinessDto } from './record/business.dto.js';
import { businessRecord } from './record/business-record.sql.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** One business by its id or slug. */
@Injectable()
export class BusinessFinder {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /** @throws ApiError `not_found` */
  async find(idOrSlug: string): Promise<Snapshot<Success<BusinessDto>>> {
    const column = UUID.test(idOrSlug) ? 'id' : SLUG.test(idOrSlug) ? 'slug' : undefined;
    const found = column && (await this.findBy(column, idOrSlug));
    if (!found) throw new ApiError('not_found', `There is no business with this id or slug.`);
    return { version: found.version, body: success(found.record) };
  }

  private async findBy(column: 'id' | 'slug', value: string) {
    const { rows } = await this.database.pool.query<{ version: string; record: BusinessDto }>(
      `SELECT version::text, ${businessRecord('$1')} AS record
       FROM businesses b, directory_version WHERE b.${column} = $2 AND b.removed_at IS NULL`,
      [collectionUrl(this.environment), value],
    );
    return rows[0];
  }
}
