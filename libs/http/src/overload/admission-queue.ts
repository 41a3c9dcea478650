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
  /** Network of the client. Clients take turns. */
  client: string;
  /** Reports whether the client is gone. */
  isAborted(): boolean;
  begin(): void;
  refuse(refusal: OverloadError): void;
}

/**
 * Starts requests in batches, one batch at the end of each turn of the event loop, within the
 * time budget. The others stay queued, regardless of the number of connections: libuv accepts one new
 * connection per turn, so new connections and health checks are served only while turns are short.
 * Clients with queued requests take turns, so that one with hundreds delays nobody else, and one
 * that fills the queue keeps nobody else out.
 */
export class AdmissionQueue {
  /** Queued requests by client, the next client first. Holds at most `MAX_QUEUED` requests. */
  private readonly waiting = new Map<string, (QueuedRequest & { since: number })[]>();
  private size = 0;
  private batch: Promise<void> | undefined;

  constructor(private readonly now = () => performance.now()) {}

  add(request: QueuedRequest): void {
    const requests = this.waiting.get(request.client);
    if (this.size >= MAX_QUEUED && !this.makeRoom(requests?.length ?? 0)) {
      return request.refuse(OverloadError.of.event_loop);
    }
    this.size++;
    const queued = { ...request, since: this.now() };
    if (requests) requests.push(queued);
    else this.waiting.set(request.client, [queued]);
    void this.endOfBatch();
  }

  /**
   * Refuses the last request of a client that has more than its share of the queue, in favor of one
   * that has less.
   *
   * @param own number of queued requests of the latter
   */
  private makeRoom(own: number): boolean {
    const share = this.size / (this.waiting.size + 1);
    if (own + 1 >= share) return false;
    for (const requests of this.waiting.values()) {
      if (requests.length <= share) continue;
      this.size--;
      requests.pop()!.refuse(OverloadError.of.event_loop);
      return true;
    }
    return false;
  }

  /** Resolves when the current batch has started, or otherwise the batch at the end of this turn. */
  endOfBatch(): Promise<void> {
    return (this.batch ??= endOfTurn().then(() => this.beginBatch()));
  }

  private async beginBatch(): Promise<void> {
    const end = this.now() + BATCH_BUDGET_MS;
    while (this.size > 0 && this.now() < end) {
      this.beginNext();
      await microtasks();
    }
    this.batch = undefined;
    if (this.size > 0) void this.endOfBatch();
  }

  private beginNext(): void {
    const request = this.next();
    if (request.isAborted()) return;
    if (this.now() - request.since > MAX_WAIT_MS) request.refuse(OverloadError.of.event_loop);
    else request.begin();
  }

  /** Removes and returns the first request of the next client, whose turn then comes last. */
  private next(): QueuedRequest & { since: number } {
    const [client, requests] = this.waiting.entries().next().value!;
    this.size--;
    const request = requests.shift()!;
    if (requests.length === 0) this.waiting.delete(client);
    else if (this.waiting.size > 1) {
      this.waiting.delete(client);
      this.waiting.set(client, requests);
    }
    return request;
  }
}

/** Resolves when the microtask queue is empty: a tick scheduled by a microtask runs after all of them. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
