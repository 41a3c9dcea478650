import { BackgroundTask } from './background-task.js';

class Task extends BackgroundTask {
  runs = 0;

  override async work(): Promise<void> {
    this.runs++;
  }
}

describe(BackgroundTask.name, () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['not', false, 2],
    ['once more', true, 3],
  ])('runs while the program does, and %s when it stops', async (_, runsAtEnd, total) => {
    const task = new Task({ everyMs: 60_000, runsAtStart: true, runsAtEnd, failure: '' });
    const runsAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return task.runs;
    };
    expect(await runsAfter(60_000)).toBe(0);
    task.onApplicationBootstrap();
    expect([await runsAfter(1_000), await runsAfter(60_000)]).toEqual([1, 2]);
    await task.beforeApplicationShutdown();
    expect(await runsAfter(60_000)).toBe(total);
  });
});
