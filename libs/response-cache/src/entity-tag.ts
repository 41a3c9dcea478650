import { createHash } from 'node:crypto';
import type { ContentCoding } from './content-coding.js';

/**
 * A strong validator (RFC 9110, section 8.8.3): the same for the same bytes only, so each coding has
 * its own.
 *
 * @param version of the directory
 * @param subject all else that the bytes depend on
 */
export function entityTag(version: string, subject: string, coding: ContentCoding): string {
  const digest = createHash('sha256').update(subject).digest('base64url').slice(0, 16);
  return `"${version}-${digest}${coding === 'identity' ? '' : `-${coding}`}"`;
}

/** Whether an If-None-Match header's list has the tag (RFC 9110, section 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false;
}
