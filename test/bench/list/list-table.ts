import type { LoadResult } from '../support/load.ts';
import type { ResidentMemory } from '../support/resident-memory.ts';
import { median } from '../support/statistics.ts';

export interface Measured {
  name: string;
  /** One result per round. */
  results: LoadResult[];
  /** Memory after the last round. */
  memory: ResidentMemory;
}

/** Prints the medians of the rounds. The first row is bare node:http, the third bare Nest. */
export function printListTable(measured: Measured[]): void {
  const rates = measured.map(({ results }) => median(results.map(rate)));
  const [nodeHttp, , nest] = rates;
  console.table(
    measured.map(({ name, results, memory }, index) => ({
      server: name,
      'requests/s': Math.round(rates[index]!),
      'of node:http': fraction(rates[index]! / nodeHttp!),
      'of Nest': fraction(rates[index]! / nest!),
      'p50 ms': median(results.map(({ p50 }) => p50)).toFixed(1),
      'p99 ms': median(results.map(({ p99 }) => p99)).toFixed(1),
      'memory MB': memory.now,
      'at most': memory.peak,
    })),
  );
  const all = measured.flatMap(({ results }) => results);
  const answered = all.reduce((sum, result) => sum + result.answered, 0);
  const read = all.reduce((sum, result) => sum + result.read, 0);
  const busiest = Math.max(...all.map(({ core }) => core));
  console.log(
    `${answered.toLocaleString('en')} answers had the right status and length, ` +
      `${read.toLocaleString('en')} of them were read whole, and ours were each charged to their key. ` +
      `The load generator used ${Math.round(busiest * 100)} % of a core at most.`,
  );
}

function rate({ answered, seconds }: LoadResult): number {
  return answered / seconds;
}

function fraction(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2);
}
