/**
 * Makes timers wait for `jest.advanceTimersByTime`; connections and clocks keep running.
 *
 * @param real further functions that are not replaced
 */
export function fakeTimers(...real: ('setInterval' | 'clearInterval')[]): void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      ...real,
    ],
  });
}
