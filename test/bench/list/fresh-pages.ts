import type { Choice } from '../support/choices.ts';
import { shuffled } from '../support/shuffled.ts';

const USUAL_LIMIT = 20;

/**
 * Returns distinct page paths of the lists in random order. If there are too few pages of 20, adds
 * pages of 19, 21, 18, 22 and so on, from 10 to 30.
 */
export function freshPages(lists: Choice[], count: number): string[] {
  const paths: string[] = [];
  for (const limit of limitsAround(USUAL_LIMIT)) {
    if (paths.length >= count) break;
    for (const { filter, total } of lists) {
      const pages = Math.ceil(total / limit);
      for (let page = 1; page <= pages; page++) {
        paths.push(`/api/v1/businesses?${filter && `${filter}&`}page=${page}&limit=${limit}`);
      }
    }
  }
  return shuffled(paths).slice(0, count);
}

function limitsAround(middle: number): number[] {
  const steps = Array.from({ length: 10 }, (_, index) => index + 1);
  return [middle, ...steps.flatMap((step) => [middle - step, middle + step])];
}
