import type { Logger } from '@nestjs/common';
import { PeriodicTask } from './periodic-task.js';

describe(PeriodicTask.name, () => {
  const logger = { error: jest.fn() };
  const options = { everyMs: 1_000, logger: logger as unknown as Logger, failure: 'Cannot look.' };

  beforeEach(() => {
    jest.useFakeTimers();
    logger.error.mockClear();
  });
  afterEach(() => jest.useRealTimers());

  it('runs a second after the start and then at each interval until it is stopped', async () => {
    const work = jest.fn(async () => undefined);
    const task = new PeriodicTask(work, { ...options, everyMs: 5_000, runsAtStart: true });
    task.start();
    await jest.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(3);
    await task.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('does not overlap runs, and waits for the current run when stopped', async () => {
    let finish = () => {};
    const work = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const task = new PeriodicTask(work, options);
    task.start();
    await jest.advanceTimersByTimeAsync(3_000);
    void task.run();
    expect(work).toHaveBeenCalledTimes(1);

    let hasStopped = false;
    const stopping = task.stop().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(hasStopped).toBe(false);
    finish();
    await stopping;
  });

  it('logs only the first of consecutive failures and keeps running', async () => {
    const outcomes = ['fails', 'fails', 'works', 'fails'];
    const task = new PeriodicTask(async () => {
      if (outcomes.shift() === 'fails') throw new Error('away');
    }, options);
    task.start();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(logger.error).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(logger.error).toHaveBeenCalledTimes(2);
    await task.stop();
  });
});
