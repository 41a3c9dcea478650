import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Cached response about the directory, ready to be sent. */
export interface CachedResponse {
  /** Directory version that it was made from, in decimal digits. */
  version: string;
  status: 200 | 308;
  headers: CachingHeaders & { ETag: string } & Record<string, string>;
  /** Body in the content coding that the headers state. */
  bytes: Buffer;
  /** Time at which the response becomes outdated because it depends on the current time. */
  until?: Date;
}

/** Caching headers, which are also sent with a 304 (RFC 9110, section 15.4.5). */
export interface CachingHeaders {
  'Cache-Control': string;
  Vary: string;
}

/**
 * Returns the headers of a 304 response. Clients replace their stored headers with these (RFC 9111,
 * section 3.2), so they include the browser policies of a page.
 */
function withoutContent(headers: CachedResponse['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONTENT.has(name)));
}

const OF_CONTENT = new Set(['Content-Type', 'Content-Encoding', 'Content-Disposition']);

/**
 * Sets the status and headers. Sends 304 if the client already has this response, but not in place
 * of a redirect (RFC 9110, section 13.2.1).
 *
 * @returns the body to send, or undefined with a 304
 */
export function writeResponse(
  { headers, status, bytes }: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | undefined {
  const ifNoneMatch = status === 200 ? request.headers['if-none-match'] : undefined;
  if (
    ifNoneMatch !== undefined &&
    (ifNoneMatch.trim() === '*' || names(ifNoneMatch, headers.ETag))
  ) {
    void reply.status(304).headers(withLinksBefore(reply, withoutContent(headers)));
    return undefined;
  }
  void reply.status(status).headers(withLinksBefore(reply, headers));
  return bytes;
}

/** Keeps a Link header that is already set, which deprecated operations have. */
function withLinksBefore(reply: FastifyReply, headers: Record<string, string>) {
  if (!headers.Link) return headers;
  const before = reply.getHeader('Link') as string | undefined;
  return before ? { ...headers, Link: `${before}, ${headers.Link}` } : headers;
}

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
