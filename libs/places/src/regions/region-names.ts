import type { Region } from '#libs/directory-index/src/regions.js';
import { placeSlug } from '#libs/geography/src/place-names.js';

/** Returns the region with a slug, a name or another name, in any case and punctuation. */
export function regionNamed<T extends Pick<Region, 'slug' | 'name' | 'otherNames'>>(
  text: string,
  regions: readonly T[],
): T | undefined {
  const slug = placeSlug(text);
  return (
    regions.find((region) => region.slug === slug) ??
    regions.find(({ name, otherNames }) =>
      [name, ...otherNames].some((each) => placeSlug(each) === slug),
    )
  );
}
