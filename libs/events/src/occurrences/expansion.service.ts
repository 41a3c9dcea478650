import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '#libs/config/src/start-thread.js';
import { tryAgainIn } from '#libs/http/src/errors/api-error.js';
import { TaskQueue } from '#libs/http/src/overload/task-queue.js';
import { type Expansion, MAX_STEPS, type Window } from '../recurrence/expand.js';
import type { RecurringSchedule } from '../recurrence/schedule.js';

const WORKER = 'libs/events/src/occurrences/expansion.worker.js';
const IDLE_MS = 10_000;
const MAX_WAITING = 19;
const MEMORY_MB = 64;

/** Error for a recurrence rule that no event may have. Its message begins with the field name. */
export class RuleRefusedError extends Error {}

/** Error for a rule that was not expanded in time. The computer may have been busy or asleep. */
export class ExpansionTimeoutError extends RuleRefusedError {
  constructor() {
    super('recurrence takes too long to expand. Use a simpler rule.');
  }
}

/**
 * Expands rules one at a time in a worker thread. The thread starts on demand and ends after an
 * idle period or a missed deadline.
 */
@Injectable()
export class ExpansionService implements OnApplicationShutdown {
  /** Ordinary rules take milliseconds; the hardest ones within `MAX_STEPS` take about a second. */
  private readonly deadlineMs = 5_000;
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly queue = new TaskQueue({
    running: 1,
    waiting: MAX_WAITING,
    refusal: tryAgainIn(5, 'unavailable', 'Too many events are being saved. Try again shortly.'),
  });

  /**
   * @throws RuleRefusedError if the rule gives no date
   * @throws ExpansionTimeoutError if it takes too long
   * @throws ApiError `unavailable` if the queue is full
   */
  expand(schedule: RecurringSchedule, window: Window): Promise<Expansion> {
    return this.queue.run(() => this.expandNow(schedule, window));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.endWorker();
  }

  private async expandNow(schedule: RecurringSchedule, window: Window): Promise<Expansion> {
    const expansion = await this.ask(schedule, window);
    if (expansion) return expansion;
    throw new RuleRefusedError(
      `recurrence must give at least one date. This rule gives none within ${MAX_STEPS} steps.`,
    );
  }

  private async ask(...question: [RecurringSchedule, Window]): Promise<Expansion | undefined> {
    clearTimeout(this.idle);
    const deadline = AbortSignal.timeout(this.deadlineMs);
    try {
      const worker = (this.worker ??= this.startWorker());
      worker.postMessage(question);
      const [result] = (await once(worker, 'message', { signal: deadline })) as [
        Expansion | undefined,
      ];
      this.idle = setTimeout(() => void this.endWorker(), IDLE_MS).unref();
      return result;
    } catch (error) {
      await this.endWorker();
      if (!deadline.aborted) throw error;
      throw new ExpansionTimeoutError();
    }
  }

  private startWorker(): Worker {
    const worker = startThread(WORKER, { memoryMb: MEMORY_MB });
    worker.unref();
    // `once` rejects with the error. Without a listener of its own, an error would end the process.
    worker.on('error', () => {});
    return worker;
  }

  private async endWorker(): Promise<void> {
    clearTimeout(this.idle);
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }
}
