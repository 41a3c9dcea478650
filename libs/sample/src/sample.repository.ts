import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#libs/database/src/database.js';
import { slugify } from '#libs/text/src/identifiers.js';

export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.probe('SELECT FROM businesses LIMIT 1')) === undefined;
}

/** @param categories names, and slugs of their parent categories */
export async function insertCategories(
  client: PoolClient,
  categories: { name: string; parent: string | null }[],
): Promise<void> {
  await client.query(
    `INSERT INTO categories (id, slug, name, parent_id)
     SELECT c.id, c.slug, c.name, p.id
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS c (id, slug, name, parent)
     LEFT JOIN categories p ON p.slug = c.parent
     ON CONFLICT (slug) DO NOTHING`,
    [
      categories.map(() => uuidv7()),
      categories.map(({ name }) => slugify(name)),
      categories.map(({ name }) => name),
      categories.map(({ parent }) => parent),
    ],
  );
}

/** @param events rows with the names of their categories and businesses */
export async function insertEvents(client: PoolClient, events: object[]): Promise<void> {
  await client.query(
    `INSERT INTO events (id, slug, name, description, category_id, business_id, venue,
       street, unit, city, county, postal_code, latitude, longitude, website, is_free,
       starts_at, ends_at, recurrence)
     SELECT e.id, e.slug, e.name, e.description, c.id, b.id, coalesce(e.venue, b.name),
       coalesce(e.street, b.street), b.unit, coalesce(e.city, b.city),
       coalesce(e.county, b.county), coalesce(e."postalCode", b.postal_code),
       coalesce(e.latitude, b.latitude), coalesce(e.longitude, b.longitude), b.website, e."isFree",
       e."startsAt", e."endsAt", e.recurrence
     FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, slug text, name text, description text,
       category text, business text, venue text, street text, city text, county text,
       "postalCode" text, latitude float, longitude float, "isFree" boolean, "startsAt" timestamptz,
       "endsAt" timestamptz, recurrence text)
     LEFT JOIN categories c ON c.slug = e.category
     LEFT JOIN businesses b ON b.name = e.business
     ON CONFLICT (slug) DO NOTHING`,
    [JSON.stringify(events)],
  );
}

/** @param deals rows with the names of their businesses */
export async function insertDeals(client: PoolClient, deals: object[]): Promise<void> {
  await client.query(
    `INSERT INTO deals (id, slug, title, description, business_id, code, website, terms,
       starts_at, ends_at)
     SELECT d.id, d.slug, d.title, d.description, b.id, d.code, b.website, d.terms,
       d."startsAt", d."endsAt"
     FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, slug text, title text, description text,
       business text, code text, terms text, "startsAt" timestamptz, "endsAt" timestamptz)
     JOIN businesses b ON b.name = d.business
     ON CONFLICT (slug) DO NOTHING`,
    [JSON.stringify(deals)],
  );
}
