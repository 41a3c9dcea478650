import type { Database } from '#libs/database/src/database.js';
import type { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { SuggestionRetention } from './suggestion-retention.js';
import type { SuggestionsRepository } from './suggestions.repository.js';

describe(SuggestionRetention.name, () => {
  it('runs at startup and every hour, and not after shutdown', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const findDecidedBefore = jest.fn().mockResolvedValue([]);
    const retention = new SuggestionRetention(
      {} as Database,
      { findDecidedBefore } as unknown as SuggestionsRepository,
      {} as DeliveriesRepository,
      new ManualClock(),
    );
    const looksAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return findDecidedBefore.mock.calls.length;
    };
    retention.onApplicationBootstrap();
    expect(await looksAfter(1_000)).toBe(1);
    expect([await looksAfter(3_599_999), await looksAfter(1)]).toEqual([1, 2]);
    await retention.beforeApplicationShutdown();
    expect(await looksAfter(3_600_000)).toBe(2);
    jest.useRealTimers();
  });
});
