import type { LoadResult } from '../support/load.ts';
import type { ResidentMemory } from '../support/resident-memory.ts';
import { median } from '../support/statistics.ts';
import { NEST, NODE_HTTP } from './contender.ts';

export interface Measured {
  name: string;
  connections: number;
  /** One result per round. */
  results: LoadResult[];
  /** Memory after the last round. */
  memory: ResidentMemory;
}

/** Prints the medians of the rounds, compared with bare servers on as many connections. */
export function printListTable(measured: Measured[]): void {
  const rateOf = ({ results }: Measured) =>
    median(results.map(({ answered, seconds }) => answered / seconds));
  const of = (bare: string, contender: Measured) => {
    const { connections } = contender;
    const same = measured.find((each) => each.name === bare && each.connections === connections);
    return fraction(rateOf(contender) / rateOf(same!));
  };
  console.table(
    measured.map((contender) => ({
      server: contender.name,
      connections: contender.connections,
      'requests/s': Math.round(rateOf(contender)),
      'of node:http': of(NODE_HTTP, contender),
      'of Nest': of(NEST, contender),
      'p50 ms': median(contender.results.map(({ p50 }) => p50)).toFixed(2),
      'p99 ms': median(contender.results.map(({ p99 }) => p99)).toFixed(1),
      'memory MB': contender.memory.now,
      'at most': contender.memory.peak,
    })),
  );
  const all = measured.flatMap(({ results }) => results);
  const answered = all.reduce((sum, result) => sum + result.answered, 0);
  const compared = all.reduce((sum, result) => sum + result.compared, 0);
  console.log(
    `${answered.toLocaleString('en')} answers succeeded with the right average size, ` +
      `${compared.toLocaleString('en')} others were compared with their requests, ` +
      'and ours were each charged to their key.',
  );
}

function fraction(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2);
}
