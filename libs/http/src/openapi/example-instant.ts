const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns a future time for an OpenAPI example, in RFC 3339: the given number of days after program start,
 * at an hour in UTC. A fixed date would eventually be in the past, and no longer a valid example.
 */
export function exampleInstant(days: number, hour = 0): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today + days * DAY_MS + hour * 3600 * 1000).toISOString();
}
