import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Reads the cities of the directory. */
@Injectable()
export class PlacesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the cities, given as slugs, that no business and no event has, not even a removed one.
   */
  async withoutRecords(cities: string[]): Promise<string[]> {
    if (cities.length === 0) return [];
    const { rows } = await this.database.reads.query<{ city: string }>(
      `SELECT city FROM unnest($1::text[]) AS city
       WHERE NOT EXISTS (SELECT FROM businesses b WHERE b.city_slug = city)
         AND NOT EXISTS (SELECT FROM events e WHERE e.city_slug = city)`,
      [cities],
    );
    return rows.map(({ city }) => city);
  }
}
