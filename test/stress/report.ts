import type { Answer } from './send.ts';
import type { Stall } from './stall-watch.ts';
import type { StressRequest } from './stress-request.ts';

const WORST = 10;
const LONGEST_TARGET = 70;

interface Outcome extends Answer {
  request: StressRequest;
  /** Milliseconds on the clock of `process.hrtime`. */
  began: number;
  ended: number;
  /** Longest stall of the event loop during the request, in milliseconds. */
  stall: number;
}

/** Collects the outcome and cost of each request. */
export class Report {
  private readonly outcomes: Outcome[] = [];

  async time(request: StressRequest, send: () => Promise<Answer>): Promise<Answer> {
    const began = now();
    const answer = await send();
    this.outcomes.push({ ...answer, request, began, ended: now(), stall: 0 });
    return answer;
  }

  /** Attributes each stall to the first request that was in flight for much of it. */
  attribute(stalls: readonly Stall[]): void {
    for (const { began, milliseconds } of stalls) {
      const overlaps = this.outcomes.map(
        (each) => Math.min(each.ended, began + milliseconds) - Math.max(each.began, began),
      );
      const most = Math.max(...overlaps);
      // No request was in flight.
      if (most <= 0) continue;
      const culprit = this.outcomes[overlaps.findIndex((overlap) => overlap >= most / 2)]!;
      culprit.stall = Math.max(culprit.stall, milliseconds);
    }
  }

  print(): void {
    const byStatus: Record<string, number> = {};
    for (const { status } of this.outcomes) byStatus[status] = (byStatus[status] ?? 0) + 1;
    console.log(`${this.outcomes.length} requests; answers by status:`, byStatus);
    console.log(`The ${WORST} requests that blocked the event loop longest:`);
    console.table(this.worst(({ stall }) => stall));
    console.log(`The ${WORST} slowest requests:`);
    console.table(this.worst(({ began, ended }) => ended - began));
  }

  /** Returns reasons to fail the run: long stalls, 5xx answers and unanswered requests. */
  problems(longestStall: number): string[] {
    const stalls = this.outcomes.filter(({ stall }) => stall > longestStall);
    const faults = this.outcomes.filter(
      ({ status }) => typeof status === 'string' || status >= 500,
    );
    return [
      ...stalls.map(
        (each) => `Event loop blocked for ${Math.round(each.stall)} ms by ${describe(each)}`,
      ),
      ...faults.map((each) => `${each.status} for ${describe(each)}`),
    ];
  }

  private worst(cost: (outcome: Outcome) => number) {
    return this.outcomes
      .toSorted((a, b) => cost(b) - cost(a))
      .slice(0, WORST)
      .map(({ request, status, stall, began, ended, bytes }) => ({
        request: request.name,
        'sent, B': request.target.length + (request.body?.length ?? 0),
        status,
        'stall, ms': Math.round(stall),
        'took, ms': Math.round(ended - began),
        'answer, B': bytes,
      }));
  }
}

function describe({ request: { name, method, target, body, role } }: Outcome): string {
  const address = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  return `${name}: ${method} ${address} with ${body?.length ?? 0} bytes, as ${role}`;
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
