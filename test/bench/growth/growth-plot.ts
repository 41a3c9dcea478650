import { median } from '../support/statistics.ts';
import { linePlot, type Series } from './line-plot.ts';
import type { ShapeFigures, SizeFigures } from './measure-growth.ts';
import { PLACES } from './pages.ts';

/**
 * Plots the medians by directory size, for pages of known lists and for the first request of a
 * list.
 */
export function growthPlot(sizes: SizeFigures[]): string {
  const seriesOf = (name: string, index: number, samples: (shape: ShapeFigures) => number[]) => ({
    name,
    points: sizes.map(({ size, shapes }) => ({ x: size, y: median(samples(shapes[index]!)) })),
  });
  const names = sizes[0]!.shapes.map(({ name }) => name);
  const warm = names.map((name, index): Series =>
    seriesOf(name, index, ({ warm }) => PLACES.flatMap((place) => warm[place])),
  );
  const cold = names.map((name, index): Series => seriesOf(name, index, ({ cold }) => cold));
  return linePlot({
    panels: [
      { title: 'Another page of a known list', series: warm },
      { title: 'The first request of a list', series: cold },
    ],
    xLabel: 'businesses in the directory',
    yLabel: 'median latency, ms',
  });
}
