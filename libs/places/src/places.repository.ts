import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Reads places that only the database knows. */
@Injectable()
export class PlacesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the cities, given as slugs, that no event has. */
  async withoutEvents(cities: string[]): Promise<string[]> {
    if (cities.length === 0) return [];
    const { rows } = await this.database.reads.query<{ city: string }>(
      `SELECT city FROM unnest($1::text[]) AS city
       WHERE NOT EXISTS (SELECT FROM events e WHERE e.city_slug = city)`,
      [cities],
    );
    return rows.map(({ city }) => city);
  }
}
