import type { BenchDirectory } from '../support/bench-directories.ts';
import { shuffled } from '../support/shuffled.ts';
import { withWatch } from '../support/stop-watch.ts';
import { pagesAt, type Place, PLACES } from './pages.ts';
import { shapesOf } from './shapes.ts';

/** Latencies in milliseconds of one shape of request, at one size of the directory. */
export interface ShapeFigures {
  name: string;
  /** Times of the first request with each value, starting with the shape's first request. */
  cold: number[];
  /** Times of new pages of lists requested before. */
  warm: Record<Place, number[]>;
}

export interface SizeFigures {
  /** Number of businesses. */
  size: number;
  shapes: ShapeFigures[];
}

/** Samples per place and shape, divided among the shape's values. */
const SAMPLES = 100;

export async function measureGrowth(directory: BenchDirectory): Promise<SizeFigures> {
  return withWatch(directory, async (server, watch) => {
    const shapes: ShapeFigures[] = [];
    // Keyed by path, because a page of a short list can be near both its start and its end.
    const pages = new Map<string, number[]>();
    let size = 0;
    for (const { name, queries } of await shapesOf(server)) {
      const figures: ShapeFigures = { name, cold: [], warm: { first: [], middle: [], last: [] } };
      shapes.push(figures);
      for (const query of queries) {
        const { milliseconds, total } = await watch.time(`/api/v1/businesses?${query}`);
        figures.cold.push(milliseconds);
        size = Math.max(size, total);
        for (const place of PLACES) {
          for (const { page, limit } of pagesAt(place, total, SAMPLES / queries.length)) {
            const path = `/api/v1/businesses?${query && `${query}&`}page=${page}&limit=${limit}`;
            if (!pages.has(path)) pages.set(path, figures.warm[place]);
          }
        }
      }
    }
    for (const [path, into] of shuffled([...pages]))
      into.push((await watch.time(path)).milliseconds);
    return { size, shapes };
  });
}
