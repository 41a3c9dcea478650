import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Where a business is found, and since when it is as it is there. */
export interface BusinessAddress {
  slug: string;
  updatedAt: Date;
}

/** Businesses in a part at most: addresses in a file, by the protocol of sitemaps. */
const PART = 50_000;

/** Rows read at once: few enough that the event loop is free again within milliseconds. */
const SLICE = 2_000;

/**
 * The addresses of all businesses that are not removed, in parts. A business is always in the same
 * part, since parts go by its number; those whose businesses were all removed are left out.
 */
@Injectable()
export class AddressesService {
  constructor(private readonly database: Database) {}

  /** The parts that have businesses, from 1. */
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

  /** The addresses of a part, slice by slice. */
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
