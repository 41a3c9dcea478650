import { setImmediate as endOfTurn } from 'node:timers/promises';
import { OverloadError } from './overload.error.js';

/**
 * Maximum time per turn of the event loop for starting requests, in milliseconds. Finishing them and sending
 * responses takes several times as long.
 */
const BATCH_BUDGET_MS = 1;
/** Maximum wait in milliseconds. After that, the client probably no longer waits for the response. */
const MAX_WAIT_MS = 1_000;
/** Maximum number of queued requests, so that pipelined requests can't fill the memory. */
const MAX_QUEUED = 20_000;

/** A request in the admission queue. */
export interface QueuedRequest {
  /** Reports whether the client is gone. */
  isAborted(): boolean;
  begin(): void;
  refuse(refusal: OverloadError): void;
}

/**
 * Starts requests in batches, one batch at the end of each turn of the event loop, within the
 * time budget. The others stay queued, regardless of the number of connections: libuv accepts one new
 * connection per turn, so new connections and health checks are served only while turns are short.
 */
export class AdmissionQueue {
  /** Holds at most `MAX_QUEUED` requests. */
  private readonly waiting: (QueuedRequest & { since: number })[] = [];
  private batch: Promise<void> | undefined;

  constructor(private readonly now = () => performance.now()) {}

  add(request: QueuedRequest): void {
    if (this.waiting.length >= MAX_QUEUED) return request.refuse(OverloadError.of.event_loop);
    this.waiting.push({ ...request, since: this.now() });
    void this.endOfBatch();
  }

  /** Resolves when the current batch has started, or otherwise the batch at the end of this turn. */
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

/** Resolves when the microtask queue is empty: a tick scheduled by a microtask runs after all of them. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
