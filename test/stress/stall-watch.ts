import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProgramProcess } from '../support/program-process.ts';

/** A time in which the server answered nobody. */
export interface Stall {
  /** As `process.hrtime` tells, in milliseconds. */
  began: number;
  milliseconds: number;
}

/** What the thread is given. */
export interface Probed {
  url: string;
  /** The server's. */
  pid: number;
}

/**
 * Sees from outside how long a server's event loop is held up: a thread asks all the time over a
 * connection of its own for what needs neither the database nor a place in the admission queue.
 */
export class StallWatch {
  readonly stalls: Stall[] = [];
  private readonly worker: Worker;

  constructor({ url, pid }: ProgramProcess) {
    const workerData: Probed = { url: `${url}/health/live`, pid };
    this.worker = new Worker(join(import.meta.dirname, 'stall-probe.worker.js'), { workerData });
    this.worker.on('message', (stall: Stall) => this.stalls.push(stall));
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
