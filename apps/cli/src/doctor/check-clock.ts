import { type Finding, ok, warning } from './finding.js';

/** Maximum difference of clocks. Rate limits, leases and expiries depend on several clocks. */
const MOST_APART_MS = 2_000;

/**
 * Compares the clock of another machine with the local one. The response time is the uncertainty of
 * the reading.
 *
 * @param theirs time of the other clock in milliseconds since 1970, like `ours`
 */
export function checkClock(
  whose: string,
  theirs: number,
  ours: number,
  roundTripMs: number,
): Finding {
  const apart = Math.max(Math.abs(ours - theirs) - roundTripMs, 0);
  if (apart <= MOST_APART_MS) return ok('clock', `The clock agrees with the ${whose}.`);
  return warning(
    'clock',
    `The clock is ${(apart / 1000).toFixed(1)} s ${ours > theirs ? 'ahead of' : 'behind'} the ${whose}.`,
    'Synchronize both with NTP, for example with chrony. Expiries and emails depend on these clocks.',
  );
}
