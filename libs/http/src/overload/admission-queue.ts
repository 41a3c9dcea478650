import { setImmediate as endOfTurn } from 'node:timers/promises';
import { OverloadError } from './overload.error.js';

/**
 * How many milliseconds of a turn of the event loop requests may be begun in. Finishing and answering
 * them takes some times as long.
 */
const BATCH_BUDGET_MS = 1;
/** A request that has waited longer is refused: its caller would hardly still wait for the answer. */
const MAX_WAIT_MS = 1_000;
/** More requests than that are refused at once: no connection may fill the memory with pipelined ones. */
const MAX_QUEUED = 20_000;

/** A request that waits to be begun. */
export interface QueuedRequest {
  /** Whether nobody waits for the answer any more. */
  isAborted(): boolean;
  begin(): void;
  refuse(refusal: OverloadError): void;
}

/**
 * Begins requests in batches, one at the end of each turn of the event loop, of as many as the time
 * allows. The others wait in the queue, however many connections there are: libuv accepts one new
 * connection a turn, so new connections and health checks get in only while turns are short.
 */
export class AdmissionQueue {
  /** At most `MAX_QUEUED`. */
  private readonly waiting: (QueuedRequest & { since: number })[] = [];
  private batch: Promise<void> | undefined;

  constructor(private readonly now = () => performance.now()) {}

  add(request: QueuedRequest): void {
    if (this.waiting.length >= MAX_QUEUED) return request.refuse(OverloadError.of.event_loop);
    this.waiting.push({ ...request, since: this.now() });
    void this.endOfBatch();
  }

  /** Resolves when the batch that is under way has begun, or else the one at the end of this turn. */
  endOfBatch(): Promise<void> {
    return (this.batch ??= endOfTurn().then(() => this.beginBatch()));
  }

  private async beginBatch(): Promise<void> {
    const end = this.now() + BATCH_BUDGET_MS;
    while (this.waiting.length > 0 && this.now() < end) {
      this.beginNext();
      await microtasks();
    }
    this.batch = undefined;
    if (this.waiting.length > 0) void this.endOfBatch();
  }

  private beginNext(): void {
    const request = this.waiting.shift()!;
    if (request.isAborted()) return;
    if (this.now() - request.since > MAX_WAIT_MS) request.refuse(OverloadError.of.event_loop);
    else request.begin();
  }
}

/** Resolves when no microtask is left: a tick that a microtask asks for comes after all of them. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
