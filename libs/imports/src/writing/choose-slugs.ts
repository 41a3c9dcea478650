import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { slugify } from '#libs/text/src/slug.js';
import type { StoredBusiness } from './stored-business.js';

/**
 * Gives each new or renamed business its slug: name and city; where that is taken, with the street; where
 * that is taken too, with a digest of its identity, so that the same business gets the same slug
 * in any directory that meets its rows in the same order.
 */
export async function chooseSlugs(
  client: PoolClient,
  businesses: Iterable<StoredBusiness>,
  taken: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  let waiting = [...businesses];
  const owners = new Map<string, string>();
  for (const wanted of [withCity, withStreet, withDigest]) {
    if (waiting.length === 0) return;
    const wishes = waiting.map((business) => wanted(business));
    for (const { slug, id } of await slugsInUse(client, wishes)) owners.set(slug, id);
    for (const slug of wishes) if (taken.has(slug)) owners.set(slug, taken.get(slug)!);
    waiting = waiting.filter((business, index) => {
      const slug = wishes[index]!;
      if ((owners.get(slug) ?? business.id) !== business.id) return true;
      owners.set(slug, business.id);
      business.slug = slug;
      return false;
    });
  }
  if (waiting.length > 0) throw new Error(`No free slug for ${waiting[0]!.name}`);
}

const withCity = ({ name, city }: StoredBusiness) => slugify(name, city) || 'business';
const withStreet = ({ name, city, street }: StoredBusiness) =>
  slugify(name, city, street) || 'business';
const withDigest = (business: StoredBusiness) => {
  const digest = createHash('sha256').update(business.matchKey).digest('hex').slice(0, 10);
  return `${withCity(business)}-${digest}`;
};

/** A slug that a business had before still leads to it, so it is not given to another. */
async function slugsInUse(
  client: PoolClient,
  slugs: string[],
): Promise<{ slug: string; id: string }[]> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    `SELECT slug, business_id AS id FROM former_slugs WHERE slug = ANY($1)
     UNION ALL SELECT slug, id FROM businesses WHERE slug = ANY($1)`,
    [slugs],
  );
  return rows;
}
