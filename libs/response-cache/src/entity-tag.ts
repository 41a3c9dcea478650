import { createHash } from 'node:crypto';

/**
 * Returns a strong validator (RFC 9110, section 8.8.3). It depends on the bytes, so each content
 * coding has its own.
 *
 * @param version directory version
 * @param bytes body in its content coding
 */
export function entityTag(version: string, bytes: Buffer): string {
  return `"${version}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
}

/** Reports whether an If-None-Match header contains the tag (RFC 9110, section 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false;
}
