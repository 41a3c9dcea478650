import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/slug.js';
import { readSample } from './sample-file.js';

/** Adds the category tree. The businesses file contains only its leaves. */
export async function addCategories(client: PoolClient): Promise<void> {
  const tree = Object.entries(await readSample<Record<string, string[]>>('categories.json'));
  await insert(
    client,
    tree.map(([top]) => ({ name: top, parent: null })),
  );
  await insert(
    client,
    tree.flatMap(([top, names]) => names.map((name) => ({ name, parent: slugify(top) }))),
  );
}

interface NewCategory {
  name: string;
  /** Slug of the parent category. */
  parent: string | null;
}

async function insert(client: PoolClient, categories: NewCategory[]): Promise<void> {
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
