import { writeFile } from 'node:fs/promises';
import { printGrowthTables } from './growth/growth-tables.ts';
import { growthPlot } from './growth/growth-plot.ts';
import { measureGrowth, type SizeFigures } from './growth/measure-growth.ts';
import type { BenchDirectory } from './support/bench-directories.ts';

const PLOT = 'docs/images/growth.svg';

/**
 * How long one request takes, on one connection, as the directory grows. No page is asked for
 * twice, so none comes from the cache of pages.
 */
export async function benchGrowth(directories: BenchDirectory[]): Promise<void> {
  const sizes: SizeFigures[] = [];
  for (const directory of directories) sizes.push(await measureGrowth(directory));
  printGrowthTables(sizes);
  await writeFile(PLOT, growthPlot(sizes));
  console.log(`The plot is in ${PLOT}.`);
}
