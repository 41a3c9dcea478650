import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/businesses/src/identity/slug.js';
import type { StoredBusiness } from './stored-business.js';

/** The ids of categories by slug, making those that the directory does not have yet. */
export async function ensureCategories(
  client: PoolClient,
  businesses: readonly StoredBusiness[],
): Promise<Map<string, string>> {
  const names = businesses.flatMap(({ categories }) => categories);
  const named = new Map(names.map((name) => [slugify(name), name]));
  const ids = await idsBySlug(client, [...named.keys()]);
  const missing = [...named].filter(([slug]) => !ids.has(slug));
  if (missing.length === 0) return ids;
  await client.query(
    `INSERT INTO categories (id, slug, name) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])
     ON CONFLICT (slug) DO NOTHING`,
    [missing.map(() => uuidv7()), missing.map(([slug]) => slug), missing.map(([, name]) => name)],
  );
  return idsBySlug(client, [...named.keys()]);
}

/** Puts businesses into their categories. */
export async function linkCategories(
  client: PoolClient,
  businesses: readonly StoredBusiness[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const links = businesses.flatMap(({ id, categories }) =>
    categories.map((name) => [id, ids.get(slugify(name))]),
  );
  if (links.length === 0) return;
  await client.query(
    `INSERT INTO business_categories (business_id, category_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    [links.map(([business]) => business), links.map(([, category]) => category)],
  );
}

async function idsBySlug(client: PoolClient, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM categories WHERE slug = ANY($1)',
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
