import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProgramProcess } from '../support/program-process.ts';

/** A period in which the server answered no requests. */
export interface Stall {
  /** Milliseconds on the clock of `process.hrtime`. */
  began: number;
  milliseconds: number;
}

/** Data passed to the thread. */
export interface Probed {
  url: string;
  /** Process id of the server. */
  pid: number;
}

/**
 * Measures stalls of a server's event loop from outside: a thread keeps requesting, over its own
 * connection, a path that needs neither the database nor the admission queue.
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
