import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A visitor in a separate process who opens one page after another. */
export interface Visitor {
  /** Returns the milliseconds that each page took, for pages completed within the given time. */
  measure(milliseconds: number): Promise<number[]>;
  stop(): void;
}

/** @param url origin of the server */
export function startVisitor(url: string): Visitor {
  // JSON cannot carry infinity, which means that a page failed.
  const child = fork(join(import.meta.dirname, 'visitor-process.js'), [url], {
    serialization: 'advanced',
  });
  const take = async () => {
    child.send('report');
    const [latencies] = (await once(child, 'message')) as [number[]];
    return latencies;
  };
  return {
    measure: async (milliseconds) => {
      await take();
      await delay(milliseconds);
      return take();
    },
    stop: () => void child.kill(),
  };
}
