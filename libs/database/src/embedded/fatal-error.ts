/** No value, name or command in an answer has a zero byte in it: these are in nothing but errors. */
const SEVERITIES = ['SFATAL\0VFATAL\0', 'SPANIC\0VPANIC\0'].map((fields) => Buffer.from(fields));

/**
 * The text of an error after which PostgreSQL ends the session (FATAL) or all of itself (PANIC), in
 * what it answers. PGlite, which has but one session, does not end: the next statement may never.
 */
export function fatalErrorIn(answer: Buffer): string | undefined {
  const at = SEVERITIES.map((severity) => answer.indexOf(severity)).find((index) => index >= 0);
  if (at === undefined) return undefined;
  // Each field is a letter and a text; M is the message ("Error and Notice Message Fields").
  const fields = answer.toString('utf8', at).split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'unknown';
}
