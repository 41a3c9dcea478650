import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import type { Snapshot } from '#libs/directory/src/directory-read.js';
import { isSlug, isUuid } from '#libs/directory/src/identifiers.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { collectionUrl } from './collection-url.js';
import type { DealDto } from './record/deal.dto.js';
import { dealRecord } from './record/deal-record.sql.js';

/** One deal by its id or slug, also before and after its time. */
@Injectable()
export class DealFinder {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /** @throws ApiError `not_found`, or `gone` with the tombstone */
  async find(idOrSlug: string): Promise<Snapshot<Success<DealDto>>> {
    const found = await this.read(idOrSlug);
    if (!found) throw new ApiError('not_found', 'There is no deal with this id or slug.');
    const { version, deal } = found;
    if (deal.removedAt) {
      throw new ApiError('gone', `${deal.title} was removed.`, { data: deal });
    }
    return { version, body: success(deal) };
  }

  private async read(idOrSlug: string) {
    const column = isUuid(idOrSlug) ? 'id' : isSlug(idOrSlug) ? 'slug' : undefined;
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<{ version: string; deal: DealDto }>(
      `SELECT version::text, ${dealRecord('$1')} AS deal
       FROM deals d JOIN businesses b ON b.id = d.business_id, directory_version
       WHERE d.${column} = $2`,
      [collectionUrl(this.environment), idOrSlug],
    );
    return rows[0];
  }
}
