import { median, percentile } from '../support/statistics.ts';
import type { ShapeFigures, SizeFigures } from './measure-growth.ts';
import { PLACES } from './pages.ts';

export function printGrowthTables(sizes: SizeFigures[]): void {
  console.log('Milliseconds for a new page of a list that was requested before (one connection):');
  console.table(
    sizes[0]!.shapes.flatMap(({ name }, index) =>
      PLACES.map((place) => ({
        list: name,
        page: place,
        ...columns(sizes, index, ({ warm }) => ({
          median: median(warm[place]),
          p99: percentile(warm[place], 99),
        })),
      })),
    ),
  );
  const medians = sizes
    .flatMap(({ shapes }) =>
      shapes.flatMap(({ warm }) => PLACES.map((place) => median(warm[place]))),
    )
    .filter((milliseconds) => !Number.isNaN(milliseconds));
  const spread = Math.max(...medians) / Math.min(...medians);
  console.log(`The slowest median is ${spread.toFixed(1)} times the fastest.`);
  console.log('Milliseconds for the first request of a list (each with a different value):');
  console.table(
    sizes[0]!.shapes.map(({ name }, index) => ({
      list: name,
      ...columns(sizes, index, ({ cold }) => ({
        'very first': cold[0]!,
        median: median(cold),
        slowest: Math.max(...cold),
      })),
    })),
  );
}

/** Returns the figures of one shape, with one column per size. */
function columns(
  sizes: SizeFigures[],
  index: number,
  figuresOf: (shape: ShapeFigures) => Record<string, number>,
): Record<string, string> {
  return Object.fromEntries(
    sizes.flatMap(({ size, shapes }) =>
      Object.entries(figuresOf(shapes[index]!)).map(([figure, milliseconds]) => [
        `${size.toLocaleString('en')} ${figure}`,
        // A short list has only a first page.
        Number.isNaN(milliseconds) ? '-' : milliseconds.toFixed(1),
      ]),
    ),
  );
}
