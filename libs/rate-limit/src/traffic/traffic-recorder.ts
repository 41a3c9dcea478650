import { Injectable } from '@nestjs/common';
import type { onResponseHookHandler } from 'fastify';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { type Caller, RecentTrafficRepository } from './recent-traffic.repository.js';

const FLUSH_MS = 5_000;
/** Maximum number of callers counted between two flushes; further ones are ignored. */
const CAPACITY = 10_000;
/** Number of callers saved per ranking: by requests and by time. */
const BUSIEST = 50;

const REFUSED = 429;

/** Counts traffic per caller for `mnbd top` and saves the busiest every five seconds. */
@Injectable()
export class TrafficRecorder extends BackgroundTask {
  /** Traffic by bucket since the last flush, at most `CAPACITY` entries. */
  private callers = new Map<string, Caller>();

  constructor(private readonly traffic: RecentTrafficRepository) {
    super({
      everyMs: FLUSH_MS,
      runsAtEnd: true,
      failure: 'Could not save traffic counts, so "mnbd top" does not include them.',
    });
  }

  /** Hook that counts each request of a known caller. */
  readonly count: onResponseHookHandler = ({ context }, { statusCode, elapsedTime }, done) => {
    if (context.bucket) this.record(context.bucket, statusCode === REFUSED, elapsedTime);
    done();
  };

  record(bucket: string, isRefused: boolean, milliseconds: number): void {
    let caller = this.callers.get(bucket);
    if (!caller) {
      if (this.callers.size >= CAPACITY) return;
      caller = { bucket, requests: 0, refusals: 0, milliseconds: 0 };
      this.callers.set(bucket, caller);
    }
    if (isRefused) caller.refusals += 1;
    else caller.requests += 1;
    caller.milliseconds += milliseconds;
  }

  /** Saves the counts since the last flush. Counts that can't be saved are dropped. */
  override async work(): Promise<void> {
    const callers = [...this.callers.values()];
    this.callers = new Map();
    await this.traffic.add(busiestOf(callers));
  }
}

function busiestOf(callers: Caller[]): Caller[] {
  if (callers.length <= BUSIEST) return callers;
  const by = (measure: (caller: Caller) => number) =>
    callers.toSorted((a, b) => measure(b) - measure(a)).slice(0, BUSIEST);
  const most = by(({ requests, refusals }) => requests + refusals);
  return [...new Set([...most, ...by(({ milliseconds }) => milliseconds)])];
}
