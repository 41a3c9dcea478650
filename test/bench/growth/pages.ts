export const PLACES = ['first', 'middle', 'last'] as const;

export type Place = (typeof PLACES)[number];

const LIMITS = [15, 25] as const;

/**
 * Returns different pages near the beginning, middle or end of one list, with 15 to 25 records
 * each; fewer pages if the list is too short.
 */
export function pagesAt(
  place: Place,
  total: number,
  count: number,
): { page: number; limit: number }[] {
  const [least, most] = LIMITS;
  const pages = [];
  for (let limit = least; limit <= most; limit++) {
    const last = Math.ceil(total / limit);
    const each = Math.ceil(count / (most - least + 1));
    for (let step = 0; step < each; step++) {
      const page = { first: 1 + step, middle: Math.ceil(last / 2) + step, last: last - step }[
        place
      ];
      if (page >= 1 && page <= last) pages.push({ page, limit });
    }
  }
  return pages.slice(0, count);
}
