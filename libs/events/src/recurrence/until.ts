/** Returns the time of an UNTIL value in RFC 3339. A date means the last second of its day. */
export function timeOfUntil(value: string): string {
  const [date, time = '235959Z'] = value.split('T');
  return `${date!.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}`;
}

/** End of the last year that has four digits, as iCalendar requires (RFC 5545, section 3.3.4). */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Converts the time in the UNTIL part of a rule, if it has one.
 *
 * @param convert receives the time as if it were UTC, and whether it is the end of a local day
 */
export function withUntil(
  recurrence: string,
  convert: (time: Date, isLocal: boolean) => Date,
): string {
  return recurrence.replace(/(?<=^|;)UNTIL=([^;]+)/, (_, value: string) => {
    const time = convert(new Date(timeOfUntil(value)), !value.includes('T'));
    return `UNTIL=${compact(new Date(Math.min(time.getTime(), LATEST)))}Z`;
  });
}

/** Formats a time as iCalendar does, without a zone: `20260731T180000`. */
export function compact(time: Date): string {
  return time.toISOString().slice(0, 19).replace(/[-:]/g, '');
}
