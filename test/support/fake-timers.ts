/** From now on timers wait for `jest.advanceTimersByTime`, while connections and clocks go on. */
export function fakeTimers(): void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
    ],
  });
}
