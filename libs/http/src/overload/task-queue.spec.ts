import { setImmediate as endOfTurn } from 'node:timers/promises';
import { TaskQueue } from './task-queue.js';

describe(TaskQueue.name, () => {
  let queue: TaskQueue;
  let started: string[];
  let end: Map<string, (error?: Error) => void>;

  beforeEach(() => {
    queue = new TaskQueue({ running: 2, waiting: 1, refusal: new Error('full') });
    started = [];
    end = new Map();
  });

  const run = (name: string) =>
    queue.run(() => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        end.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });

  it('runs two tasks, queues a third and refuses a fourth', async () => {
    const tasks = [run('a'), run('b'), run('c')];
    await expect(run('d')).rejects.toThrow('full');
    expect(started).toEqual(['a', 'b']);
    end.get('a')!();
    await endOfTurn();
    expect(started).toEqual(['a', 'b', 'c']);
    end.get('b')!();
    end.get('c')!();
    expect(await Promise.all(tasks)).toEqual(['a', 'b', 'c']);
  });

  it('starts the next task after one that fails, and is idle after the last', async () => {
    expect(queue.isIdle).toBe(true);
    const tasks = Promise.allSettled([run('a'), run('b'), run('c')]);
    await endOfTurn();
    end.get('a')!(new Error('failed'));
    await endOfTurn();
    expect(started).toEqual(['a', 'b', 'c']);
    end.get('b')!();
    await endOfTurn();
    expect(queue.isIdle).toBe(false);
    end.get('c')!();
    expect((await tasks).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(queue.isIdle).toBe(true);
  });
});
