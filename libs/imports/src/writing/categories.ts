import type { PoolClient } from 'pg';
import type { Statements } from '#libs/database/src/sql.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { ImportRefusedError } from '../source/limits.js';
import {
  addCategory,
  type CategoryOfBusiness,
  categorySlugs,
  countCategories,
  findCategories,
} from './write-businesses.repository.js';

/** Maximum number of categories. All of them are in one response and in memory. */
const MAX_CATEGORIES = 10_000;

/**
 * Returns categories by slug of the given names, and creates missing ones.
 *
 * @throws ImportRefusedError if the directory would exceed the limit
 */
export async function ensureCategories(
  client: PoolClient,
  names: readonly string[],
): Promise<Map<string, { id: string }>> {
  const found = await findCategories(client, names);
  const named = new Map(names.map((name) => [slugify(name), name]));
  const missing = [...named].filter(([slug]) => !found.has(slug));
  if (missing.length === 0) return found;
  const total = await countCategories(client);
  if (total + missing.length > MAX_CATEGORIES) throw new ImportRefusedError(TOO_MANY);
  // Shorter names first, so that "Brewery" exists before its child "Brewery: micro".
  for (const [slug, name] of missing.sort(([a], [b]) => a.length - b.length)) {
    const parent = name.slice(0, Math.max(0, name.lastIndexOf(': ')));
    const parents = await findCategories(client, [parent]);
    await addCategory(client, { slug, name, parentId: parents.get(slugify(parent))?.id });
  }
  return findCategories(client, names);
}

/**
 * Replaces the names of categories that an admin has renamed by the current ones, so that they
 * compare as equal to the categories of stored businesses.
 */
export async function updateCategoryNames(
  client: Statements,
  all: readonly { categories?: string[] | null }[],
): Promise<void> {
  const names = [...new Set(all.flatMap(({ categories }) => categories ?? []))];
  const found = await findCategories(client, names);
  const currentOf = (name: string) => found.get(slugify(name))?.name ?? name;
  const renamed = names.filter((name) => slugify(currentOf(name)) !== slugify(name));
  if (renamed.length === 0) return;
  // The current name may mean another category, which has its slug.
  const meant = await findCategories(client, renamed.map(currentOf));
  const isSame = (name: string) =>
    meant.get(slugify(currentOf(name)))?.id === found.get(slugify(name))?.id;
  const updates = new Map(renamed.filter(isSame).map((name) => [name, currentOf(name)]));
  for (const each of all) {
    each.categories &&= [...new Set(each.categories.map((name) => updates.get(name) ?? name))];
  }
}

/** Notes which categories an import adds to the directory, also in a dry run. */
export class NewCategories {
  /** Names of the top-level ones. */
  readonly names = new Set<string>();
  /** Slugs that mean stored or new categories. */
  private known?: Set<string>;
  /** Number of stored and new categories. */
  private total = 0;

  /**
   * Call it before a batch is written.
   *
   * @throws ImportRefusedError if the directory would exceed the limit
   */
  async collect(client: PoolClient, gained: readonly CategoryOfBusiness[]): Promise<void> {
    if (!this.known) {
      this.known = await categorySlugs(client);
      this.total = await countCategories(client);
    }
    for (const { name } of gained) {
      const slug = slugify(name);
      if (this.known.has(slug)) continue;
      if (++this.total > MAX_CATEGORIES) throw new ImportRefusedError(TOO_MANY);
      this.known.add(slug);
      if (!name.includes(': ')) this.names.add(name);
    }
  }
}

const TOO_MANY =
  `With this file, the directory would have more than ${MAX_CATEGORIES} categories. ` +
  'Check that the category column is correct.';
