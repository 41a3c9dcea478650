import { ApiError } from '#libs/http/src/errors/api-error.js';

const LAST_NUMBER = 1000;

/**
 * The first of the candidates that is free, or else the last one with a number behind it.
 *
 * @param taken those of the given slugs that are in use
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
  if (!free) throw new ApiError('conflict', `Too many are called ${base}: choose a slug.`);
  return free;
}
