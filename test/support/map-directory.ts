import { insertBusiness, insertCategory } from './directory.ts';
import { getPage } from './page.ts';
import { useDirectory } from './use-directory.ts';

/** Number of cafes in Duluth, which a map of the state shows as one cluster. */
export const CAFES_IN_DULUTH = 24;

/** Runs a directory with those cafes, a bakery in Ely, two businesses at one place, and one without. */
export function useMapDirectory() {
  const { program, pool } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafes');
    for (let number = 1; number <= CAFES_IN_DULUTH; number++) {
      await insertBusiness(pool, {
        slug: `cafe-${number}`,
        name: `Cafe ${String(number).padStart(2, '0')}`,
        categories: ['cafes'],
        city: 'Duluth',
        county: 'St. Louis',
        latitude: 46.7 + number / 200,
        longitude: -92.1,
      });
    }
    const bakery = { name: 'Bakery & <Sons>', slug: 'bakery', categories: ['bakeries'] };
    await insertBusiness(pool, { ...bakery, city: 'Ely', latitude: 47.9032, longitude: -91.8671 });
    for (const slug of ['twin-1', 'twin-2']) {
      const location = { latitude: 44.02, longitude: -92.46, precision: 'city' };
      await insertBusiness(pool, { slug, name: slug, ...location });
    }
    await insertBusiness(pool, { slug: 'nowhere', name: 'Nowhere' });
  });

  return { program, get: (path: string) => getPage(program.url + path) };
}

/** Returns the number of businesses in view, as a page with a map states it. */
export function inView(html: string): number {
  return Number(/data-part="headline">([\d,]+) of [\d,]+ in view/.exec(html)![1]);
}
