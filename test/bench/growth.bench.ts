import { writeFile } from 'node:fs/promises';
import { printGrowthTables } from './growth/growth-tables.ts';
import { growthPlot } from './growth/growth-plot.ts';
import { measureGrowth, type SizeFigures } from './growth/measure-growth.ts';
import type { BenchDirectory } from './support/bench-directories.ts';

const PLOT = 'docs/images/growth.svg';

/**
 * Measures single requests on one connection as the directory grows. No page is requested twice, so
 * no response comes from the cache.
 */
export async function benchGrowth(directories: BenchDirectory[]): Promise<void> {
  const sizes: SizeFigures[] = [];
  for (const directory of directories) sizes.push(await measureGrowth(directory));
  printGrowthTables(sizes);
  await writeFile(PLOT, growthPlot(sizes));
  console.log(`The plot is in ${PLOT}.`);
}
