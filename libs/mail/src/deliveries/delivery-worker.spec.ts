import { Logger } from '@nestjs/common';
import type { DrainingService } from '#libs/http/src/draining/draining.service.js';
import type { DeliveriesRepository, LeasedDelivery } from './deliveries.repository.js';
import type { DeliverySender } from './delivery-sender.js';
import { DeliveryWorker } from './delivery-worker.js';

const AT_ONCE = 5;

describe(DeliveryWorker.name, () => {
  let due: number;
  let leaseDue: jest.Mock<Promise<LeasedDelivery[]>, [number]>;
  /** Callbacks that finish the mails in progress, in the order they started. */
  let ends: { resolve: () => void; reject: (error: Error) => void }[];
  let worker: DeliveryWorker;
  let timeIsUp: () => void;
  let logged: jest.SpyInstance;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    due = 0;
    ends = [];
    leaseDue = jest.fn(async (most: number) => {
      const taken = Math.min(most, due);
      due -= taken;
      return Array.from({ length: taken }, () => ({}) as LeasedDelivery);
    });
    const send = () =>
      new Promise<void>((resolve, reject) => {
        ends.push({ resolve, reject });
      });
    worker = new DeliveryWorker(
      { leaseDue } as unknown as DeliveriesRepository,
      { send } as unknown as DeliverySender,
      { timeIsUp: new Promise<void>((resolve) => (timeIsUp = resolve)) } as DrainingService,
    );
  });
  afterEach(() => {
    worker.onModuleDestroy();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const wake = async () => {
    worker.wake();
    await settled();
  };

  it(`sends ${AT_ONCE} mails at once, and the next as soon as one finishes`, async () => {
    due = AT_ONCE + 2;
    await wake();
    expect(ends).toHaveLength(AT_ONCE);
    await wake();
    expect(ends).toHaveLength(AT_ONCE);
    ends[3]!.resolve();
    await settled();
    expect([ends.length, due]).toEqual([AT_ONCE + 1, 1]);
  });

  it('continues after an outcome cannot be recorded, and logs it', async () => {
    due = AT_ONCE + 1;
    await wake();
    ends[0]!.reject(new Error('an internal error'));
    await settled();
    expect(ends).toHaveLength(AT_ONCE + 1);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('polls one at a time, so that it never leases more than it can send', async () => {
    let answer = () => {};
    leaseDue.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Array.from({ length: AT_ONCE }, () => ({}) as LeasedDelivery));
        }),
    );
    due = AT_ONCE;
    await wake();
    await wake();
    expect(leaseDue.mock.calls).toEqual([[AT_ONCE]]);
    answer();
    await settled();
    expect([ends.length, due]).toEqual([AT_ONCE, AT_ONCE]);
  });

  it('polls again if woken during a poll', async () => {
    leaseDue.mockImplementationOnce(async () => {
      due = 1;
      worker.wake();
      return [];
    });
    await wake();
    expect(ends).toHaveLength(1);
  });

  it('polls at startup and every five seconds, even after a failure', async () => {
    leaseDue.mockRejectedValueOnce(new Error('an internal error'));
    worker.onApplicationBootstrap();
    await settled();
    due = 1;
    await jest.advanceTimersByTimeAsync(4_999);
    expect(ends).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    await settled();
    expect(ends).toHaveLength(1);
  });

  it('starts no mails during shutdown, and waits for mails in progress', async () => {
    worker.onApplicationBootstrap();
    due = 1;
    await wake();
    worker.onModuleDestroy();
    due = 1;
    await wake();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(ends).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);

    const ended = jest.fn();
    void worker.beforeApplicationShutdown().then(ended);
    await settled();
    expect(ended).not.toHaveBeenCalled();
    ends[0]!.resolve();
    await settled();
    expect(ended).toHaveBeenCalled();
  });

  it('waits for mails that it was leasing when the shutdown began', async () => {
    let answer = () => {};
    leaseDue.mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve([{} as LeasedDelivery]))),
    );
    await wake();
    worker.onModuleDestroy();
    const ended = jest.fn();
    void worker.beforeApplicationShutdown().then(ended);
    await settled();
    answer();
    await settled();
    expect([ends.length, ended.mock.calls.length]).toEqual([1, 0]);
    ends[0]!.resolve();
    await settled();
    expect(ended).toHaveBeenCalled();
  });

  it('abandons a mail that is still being sent once the shutdown time is up', async () => {
    due = 1;
    await wake();
    const ended = jest.fn();
    void worker.beforeApplicationShutdown().then(ended);
    await settled();
    expect(ended).not.toHaveBeenCalled();
    timeIsUp();
    await settled();
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
