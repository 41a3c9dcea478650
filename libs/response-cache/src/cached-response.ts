import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from './entity-tag.js';

/** A response about the directory, ready to be sent again. */
export interface CachedResponse {
  /** Version of the directory that it was made from, in decimal digits. */
  version: string;
  status: 200 | 308;
  headers: CachingHeaders & { ETag: string } & Record<string, string>;
  /** The body in the content coding that the headers name. */
  bytes: Buffer;
  /** When the same address has another answer because it asks about "now". */
  until?: Date;
}

/** What a cache may do with a response. It is sent with a 304 too (RFC 9110, section 15.4.5). */
export interface CachingHeaders {
  'Cache-Control': string;
  Vary: string;
}

/**
 * The headers of a 304. Whoever holds the response replaces its headers by these (RFC 9111, section
 * 3.2), so what a page may do in a browser is among them.
 */
function withoutContent(headers: CachedResponse['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONTENT.has(name)));
}

const OF_CONTENT = new Set(['Content-Type', 'Content-Encoding', 'Content-Disposition', 'Location']);

/**
 * Sets the status and the headers: 304 for a caller who holds the response already.
 *
 * @returns the body to send
 */
export function writeResponse(
  { headers, status, bytes }: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | undefined {
  const held = request.headers['if-none-match'];
  if (held !== undefined && (held.trim() === '*' || names(held, headers.ETag))) {
    void reply.status(304).headers(withLinksBefore(reply, withoutContent(headers)));
    return undefined;
  }
  void reply.status(status).headers(withLinksBefore(reply, headers));
  return bytes;
}

/** A deprecated operation has a link already. */
function withLinksBefore(reply: FastifyReply, headers: Record<string, string>) {
  if (!headers.Link) return headers;
  const before = reply.getHeader('Link') as string | undefined;
  return before ? { ...headers, Link: `${before}, ${headers.Link}` } : headers;
}
