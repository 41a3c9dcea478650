import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/identifiers.js';
import type { Statement } from './statements.js';
import type { StoredBusiness } from './stored-business.js';

/** Returns the ids of categories by slug. */
export async function categoryIds(
  client: PoolClient,
  slugs: string[],
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM categories WHERE slug = ANY($1)',
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

export async function categorySlugs(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ slug: string }>('SELECT slug FROM categories');
  return new Set(rows.map(({ slug }) => slug));
}

/** @param parent slug of the parent category, which may not exist */
export async function addCategory(
  client: PoolClient,
  { slug, name, parent }: { slug: string; name: string; parent: string },
): Promise<void> {
  await client.query(
    `INSERT INTO categories (id, slug, name, parent_id)
     VALUES ($1, $2, $3, (SELECT id FROM categories WHERE slug = $4))
     ON CONFLICT (slug) DO NOTHING`,
    [uuidv7(), slug, name, parent],
  );
}

/** Yields the statement that adds businesses to their categories. */
export function* linkCategories(
  businesses: readonly StoredBusiness[],
  ids: ReadonlyMap<string, string>,
): Generator<Statement> {
  const links = businesses.flatMap(({ id, categories }) =>
    categories.map((name) => [id, ids.get(slugify(name))]),
  );
  if (links.length === 0) return;
  yield {
    text: `INSERT INTO business_categories (business_id, category_id)
           SELECT * FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    values: [links.map(([business]) => business), links.map(([, category]) => category)],
  };
}

/** Yields the statement that removes businesses from categories they no longer have. */
export function* unlinkCategories(businesses: readonly StoredBusiness[]): Generator<Statement> {
  if (businesses.length === 0) return;
  const left = businesses.flatMap(({ id, categories }) =>
    categories.map((name) => ({ id, slug: slugify(name) })),
  );
  yield {
    text: `DELETE FROM business_categories bc USING categories c
           WHERE bc.business_id = ANY($1) AND c.id = bc.category_id
             AND (bc.business_id, c.slug) NOT IN (SELECT * FROM unnest($2::uuid[], $3::text[]))`,
    values: [
      businesses.map(({ id }) => id),
      left.map(({ id }) => id),
      left.map(({ slug }) => slug),
    ],
  };
}
