import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { invalidParameter } from '#libs/http/src/errors/api-error.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import { type ContentCoding, encode } from '#libs/response-cache/src/content-coding.js';
import { type Position, shortEpoch, toCursor } from '../position.js';
import { type ChangeCriteria, type ChangePage, readChangePage } from '../copying.repository.js';

/** Encoded response with a page of changes. */
export interface EncodedChanges {
  /** Directory version in decimal digits. */
  version: string;
  isEmpty: boolean;
  bytes: Buffer;
}

/** Reads pages of changes and encodes them. */
@Injectable()
export class ChangesService {
  /** Reads in progress, at most one for each current request. */
  private readonly underWay = new Map<string, Promise<EncodedChanges>>();

  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  /**
   * Reads a page of changes. Concurrent requests for the same page share one read and one
   * compression, because all waiters for a change ask for the same page at once.
   *
   * @throws ApiError `invalid_parameter` if the cursor belongs to another directory or to an
   * earlier epoch
   */
  page(criteria: ChangeCriteria, coding: ContentCoding): Promise<EncodedChanges> {
    const { after, type, limit } = criteria;
    const once = [coding, limit, type, after && toCursor(after)].join(' ');
    const reading =
      this.underWay.get(once) ??
      this.read(criteria, coding).finally(() => this.underWay.delete(once));
    this.underWay.set(once, reading);
    return reading;
  }

  private async read(criteria: ChangeCriteria, coding: ContentCoding): Promise<EncodedChanges> {
    const { after, limit } = criteria;
    // A cursor may point to a change that no replica has yet.
    const page = await readChangePage(this.database.reads.primary, criteria);
    if (after) expectOwn(after, page);
    const addresses = page.changes.filter(({ record }) => record !== null).length;
    const text = withOriginInJson(envelopeOf(page, limit), addresses, this.environment);
    return {
      version: page.version,
      isEmpty: page.changes.length === 0,
      bytes: await encode(Buffer.from(text), coding),
    };
  }
}

function expectOwn({ epoch, time }: Position, present: ChangePage): void {
  // A directory restored from a backup may not have reached the cursor yet.
  if (epoch === shortEpoch(present.epoch) && time <= present.changedAt.getTime()) return;
  const message =
    'after belongs to another directory, or to this one before it was reset or restored. Take a ' +
    'new export (GET /api/v1/export/businesses.ndjson) and continue from its Changes-Cursor.';
  throw invalidParameter('after', message);
}

/** Builds the response from the stored JSON of the records, without parsing it. */
function envelopeOf({ changes, next, hasMore }: ChangePage, limit: number): string {
  const data = changes.map(
    ({ type, id, record }) =>
      `{"type":"${type}","id":"${id}","deleted":${record === null},"record":${record}}`,
  );
  const pagination = JSON.stringify({ limit, next: toCursor(next), hasMore });
  return `{"success":true,"data":[${data.join(',')}],"pagination":${pagination}}`;
}
