/**
 * Severity fields with zero bytes. Values, names and commands never contain a zero byte, so these
 * occur only in errors.
 */
const SEVERITIES = ['SFATAL\0VFATAL\0', 'SPANIC\0VPANIC\0'].map((fields) => Buffer.from(fields));

/**
 * Returns the message of an error after which PostgreSQL ends the session (FATAL) or the whole
 * server (PANIC), if a response contains one. PGlite has only one session and does not end it, but
 * later statements may hang.
 */
export function fatalErrorIn(answer: Buffer): string | undefined {
  const at = SEVERITIES.map((severity) => answer.indexOf(severity)).find((index) => index >= 0);
  if (at === undefined) return undefined;
  // Each field is a letter followed by text. M is the message ("Error and Notice Message Fields").
  const fields = answer.toString('utf8', at).split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'unknown';
}
