import { ApiError } from '#libs/http/src/errors/api-error.js';

const LAST_NUMBER = 1000;

/**
 * Returns the first free candidate, or the last candidate with the lowest free number appended.
 *
 * @param taken returns those of the given slugs that are in use
 * @throws ApiError `conflict` if none is free
 */
export async function freeSlug(
  candidates: string[],
  taken: (slugs: string[]) => Promise<string[]>,
): Promise<string> {
  const base = candidates.at(-1)!;
  const numbered = Array.from({ length: LAST_NUMBER - 1 }, (_, i) => `${base}-${i + 2}`);
  const inOrder = [...new Set([...candidates, ...numbered])];
  const inUse = new Set(await taken(inOrder));
  const free = inOrder.find((slug) => !inUse.has(slug));
  if (!free) {
    throw new ApiError('conflict', `Too many records have the slug ${base}. Choose another slug.`);
  }
  return free;
}
