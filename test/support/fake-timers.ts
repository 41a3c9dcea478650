/** Makes timers wait for `jest.advanceTimersByTime`; connections and clocks keep running. */
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
