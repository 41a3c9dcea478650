import { createHash } from 'node:crypto';

/**
 * A strong validator (RFC 9110, section 8.8.3): the same for the same bytes only, so each content
 * coding has its own.
 *
 * @param version of the directory
 * @param bytes of the body in its content coding
 */
export function entityTag(version: string, bytes: Buffer): string {
  return `"${version}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
}

/** Whether an If-None-Match header's list has the tag (RFC 9110, section 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false;
}
