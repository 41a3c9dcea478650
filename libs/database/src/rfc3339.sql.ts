/** An expression for a time as RFC 3339 writes it, in UTC and with milliseconds. */
export function rfc3339(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
