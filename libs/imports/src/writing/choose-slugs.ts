import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { slugify } from '#libs/text/src/identifiers.js';
import type { StoredBusiness } from './stored-business.js';
import { slugsInUse } from './stored-businesses.repository.js';

/**
 * Sets the slug of each new or renamed business: name and city; if taken, with the street; if
 * still taken, with a digest of the identity. Importing the same rows in the same order gives the
 * same slugs in any directory.
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
const withDigest = (business: StoredBusiness) =>
  `${withCity(business)}-${hash('sha256', business.matchKey).slice(0, 10)}`;
