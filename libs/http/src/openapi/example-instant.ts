const DAY_MS = 24 * 3600 * 1000;

/**
 * An example of a time that is to come, as RFC 3339 writes it: whole days after the day on which the
 * program started, at an hour in UTC. One that is written out would lie in the past one day, and be
 * refused or pointless.
 */
export function exampleInstant(days: number, hour = 0): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today + days * DAY_MS + hour * 3600 * 1000).toISOString();
}
