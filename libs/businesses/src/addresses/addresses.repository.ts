import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Slug of a business and the time of its last change. */
export interface BusinessAddress {
  slug: string;
  updatedAt: Date;
}

/**
 * Maximum number of businesses in a part: the number of URLs that the sitemap protocol allows in a
 * file.
 */
const PART = 50_000;

/** Rows per statement. Small enough to block the event loop for only a few milliseconds. */
const SLICE = 2_000;

/**
 * Lists the addresses of all businesses that are not removed, in parts. Parts follow the business
 * number, so a business always stays in the same part. Parts without businesses are omitted.
 */
@Injectable()
export class AddressesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the parts that contain businesses, starting at 1. */
  async parts(): Promise<{ version: string; parts: number[] }> {
    const { rows } = await this.database.reads.query<{ version: string; parts: number[] }>(
      `SELECT version::text, ARRAY(
         SELECT part + 1
         FROM generate_series(0, (SELECT max(number) FROM businesses) / $1) AS part
         WHERE EXISTS (
           SELECT FROM businesses
           WHERE number >= part * $1 AND number < (part + 1) * $1 AND removed_at IS NULL)
         ORDER BY part) AS parts
       FROM directory_version`,
      [PART],
    );
    return rows[0]!;
  }

  /** Yields the addresses of a part in slices. */
  async *of(part: number): AsyncGenerator<BusinessAddress[]> {
    const end = part * PART;
    for (let next = end - PART; next < end;) {
      const { rows } = await this.database.reads.query<BusinessAddress & { number: number }>(
        `SELECT number, slug, updated_at AS "updatedAt" FROM businesses
         WHERE number >= $1 AND number < $2 AND removed_at IS NULL
         ORDER BY number LIMIT ${SLICE}`,
        [next, end],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < SLICE) return;
      next = rows.at(-1)!.number + 1;
    }
  }
}
