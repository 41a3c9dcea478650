import { type Finding, ok, warning } from './finding.js';

/** Windows, claims and expiries are judged by several clocks. */
const MOST_APART_MS = 2_000;

/**
 * Compares the clock of another machine with ours. Each reading is as uncertain as its answer took.
 *
 * @param theirs in milliseconds since 1970, as `ours`
 */
export function checkClock(whose: string, theirs: number, ours: number, answerMs: number): Finding {
  const apart = Math.max(Math.abs(ours - theirs) - answerMs, 0);
  if (apart <= MOST_APART_MS) return ok('clock', `It agrees with that of the ${whose}.`);
  return warning(
    'clock',
    `It is ${(apart / 1000).toFixed(1)} s ${ours > theirs ? 'ahead of' : 'behind'} that of the ${whose}.`,
    'Keep both by NTP, such as with chrony; keys expire and mails leave by these clocks.',
  );
}
