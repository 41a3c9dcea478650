import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/directory/src/identifiers.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { collectionUrl } from './collection-url.js';
import type { EventDto } from './record/event.dto.js';
import { eventRecord } from './record/event-record.sql.js';

/** One event by its id or slug. */
@Injectable()
export class EventFinder {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /** @throws ApiError `not_found`, or `gone` with the tombstone */
  async find(idOrSlug: string): Promise<{ version: string; event: EventDto }> {
    const found = await this.read(idOrSlug);
    if (!found) throw new ApiError('not_found', 'There is no event with this id or slug.');
    if (found.event.removedAt) {
      throw new ApiError('gone', `${found.event.name} was removed.`, { data: found.event });
    }
    return found;
  }

  private async read(idOrSlug: string) {
    const column = isUuid(idOrSlug) ? 'id' : isSlug(idOrSlug) ? 'slug' : undefined;
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<{ version: string; event: EventDto }>(
      `SELECT version::text, ${eventRecord('$1')} AS event
       FROM events e, directory_version WHERE e.${column} = $2`,
      [collectionUrl(this.environment), idOrSlug],
    );
    return rows[0];
  }
}
