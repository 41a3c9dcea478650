import { ManualClock } from '../../../test/support/manual-clock.ts';
import { SuggestionRetention } from './suggestion-retention.js';
import type { SuggestionsRepository } from './suggestions.repository.js';

describe(SuggestionRetention.name, () => {
  it('runs at startup and every hour, and not after shutdown', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const removeDecidedBefore = jest.fn().mockResolvedValue(undefined);
    const suggestions = { removeDecidedBefore } as unknown as SuggestionsRepository;
    const retention = new SuggestionRetention(suggestions, new ManualClock());
    const looksAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return removeDecidedBefore.mock.calls.length;
    };
    retention.onApplicationBootstrap();
    expect(await looksAfter(0)).toBe(1);
    expect([await looksAfter(3_599_999), await looksAfter(1)]).toEqual([1, 2]);
    await retention.onApplicationShutdown();
    expect(await looksAfter(3_600_000)).toBe(2);
    jest.useRealTimers();
  });
});
