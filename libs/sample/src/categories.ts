import type { PoolClient } from 'pg';
import { slugify } from '#libs/text/src/slug.js';
import { readSample } from './sample-file.js';
import { insertCategories } from './sample.repository.js';

/** Adds the category tree. The businesses file contains only its leaves. */
export async function addCategories(client: PoolClient): Promise<void> {
  const tree = Object.entries(await readSample<Record<string, string[]>>('categories.json'));
  await insertCategories(
    client,
    tree.map(([top]) => ({ name: top, parent: null })),
  );
  await insertCategories(
    client,
    tree.flatMap(([top, names]) => names.map((name) => ({ name, parent: slugify(top) }))),
  );
}
