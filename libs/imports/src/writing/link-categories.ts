import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/businesses/src/identity/slug.js';
import type { StoredBusiness } from './stored-business.js';

/** Puts businesses into their categories, making those that the directory does not have yet. */
export async function linkCategories(
  client: PoolClient,
  businesses: Iterable<StoredBusiness>,
): Promise<void> {
  const links = Array.from(businesses).flatMap(({ id, categories }) =>
    categories.map((name) => ({ businessId: id, name, slug: slugify(name) })),
  );
  const named = new Map(links.map(({ slug, name }) => [slug, name]));
  if (named.size === 0) return;
  const slugs = [...named.keys()];
  const found = await idsBySlug(client, slugs);
  const missing = slugs.filter((slug) => !found.has(slug));
  if (missing.length > 0) {
    await client.query(
      `INSERT INTO categories (id, slug, name) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])
       ON CONFLICT (slug) DO NOTHING`,
      [missing.map(() => uuidv7()), missing, missing.map((slug) => named.get(slug))],
    );
    for (const [slug, id] of await idsBySlug(client, missing)) found.set(slug, id);
  }
  await client.query(
    `INSERT INTO business_categories (business_id, category_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    [links.map(({ businessId }) => businessId), links.map(({ slug }) => found.get(slug))],
  );
}

async function idsBySlug(client: PoolClient, slugs: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM categories WHERE slug = ANY($1)',
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
