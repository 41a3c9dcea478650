import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './load.ts';

/** A single process that generates all load, so that the load costs the same for every server. */
export class LoadGenerator {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'load-process.js'));
  private readonly ended = once(this.child, 'exit').then(() => [{ error: 'the generator ended' }]);

  /** @throws Error if a response was not as expected */
  async drive(load: Load): Promise<LoadResult> {
    this.child.send(load);
    const [answer] = (await Promise.race([once(this.child, 'message'), this.ended])) as [
      LoadResult | { error: string },
    ];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  stop(): void {
    this.child.kill();
  }
}
