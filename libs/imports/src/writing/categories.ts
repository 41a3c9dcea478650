import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/slug.js';
import { ImportRefusedError } from '../source/limits.js';
import type { Statement } from './statements.js';
import type { StoredBusiness } from './stored-business.js';

/** Maximum number of categories. All of them are in one response and in memory. */
const MAX_CATEGORIES = 10_000;

/**
 * Returns category ids by slug, and creates missing categories.
 *
 * @throws ImportRefusedError if the directory would exceed the limit
 */
export async function ensureCategories(
  client: PoolClient,
  businesses: readonly StoredBusiness[],
): Promise<Map<string, string>> {
  const names = businesses.flatMap(({ categories }) => categories);
  const named = new Map(names.map((name) => [slugify(name), name]));
  const ids = await idsBySlug(client, [...named.keys()]);
  const missing = [...named].filter(([slug]) => !ids.has(slug));
  if (missing.length === 0) return ids;
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM categories',
  );
  if (rows[0]!.count + missing.length > MAX_CATEGORIES) throw new ImportRefusedError(TOO_MANY);
  // Shorter names first, so that "Brewery" exists before its child "Brewery: micro".
  for (const [slug, name] of missing.sort(([a], [b]) => a.length - b.length)) {
    const parent = slugify(name.slice(0, Math.max(0, name.lastIndexOf(': '))));
    await client.query(
      `INSERT INTO categories (id, slug, name, parent_id)
       VALUES ($1, $2, $3, (SELECT id FROM categories WHERE slug = $4))
       ON CONFLICT (slug) DO NOTHING`,
      [uuidv7(), slug, name, parent],
    );
  }
  return idsBySlug(client, [...named.keys()]);
}

/** Notes which top-level categories an import adds to the directory. */
export class NewCategories {
  readonly names = new Set<string>();
  private stored?: ReadonlySet<string>;

  /** Call it before the batch is written. */
  async meet(
    client: PoolClient,
    businesses: readonly Pick<StoredBusiness, 'categories'>[],
  ): Promise<void> {
    if (!this.stored) {
      const { rows } = await client.query<{ slug: string }>('SELECT slug FROM categories');
      this.stored = new Set(rows.map(({ slug }) => slug));
    }
    for (const name of businesses.flatMap(({ categories }) => categories)) {
      if (this.names.size === MAX_CATEGORIES) return;
      if (!name.includes(': ') && !this.stored.has(slugify(name))) this.names.add(name);
    }
  }
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

async function idsBySlug(client: PoolClient, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM categories WHERE slug = ANY($1)',
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

const TOO_MANY =
  `With this file, the directory would have more than ${MAX_CATEGORIES} categories. ` +
  'Check that the category column is correct.';
