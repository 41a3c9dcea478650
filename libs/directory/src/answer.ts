import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from './entity-tag.js';

/** What is sent for a read of the directory, ready to be sent again. */
export interface Answer {
  /** Of `DirectoryVersion`. */
  version: string;
  status: 200 | 308;
  /** Among them ETag, Cache-Control and Vary, which go with a 304 as well (RFC 9110, section 15.4.5). */
  headers: { ETag: string } & Record<string, string>;
  /** In the content coding that the headers tell. */
  bytes: Buffer;
  /** When the same address asks for something else, because it asks for what is so "now". */
  until?: Date;
}

export const CACHING = {
  'Cache-Control': 'private, no-cache',
  Vary: 'X-API-Key, Accept-Encoding',
};

/**
 * Sets the status and the headers: 304 for a caller who holds the answer.
 *
 * @returns the body to send
 */
export function writeAnswer(
  { headers, status, bytes }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | undefined {
  const held = request.headers['if-none-match'];
  if (held !== undefined && (held.trim() === '*' || names(held, headers.ETag))) {
    void reply.status(304).headers({ ...CACHING, ETag: headers.ETag });
    return undefined;
  }
  void reply.status(status).headers(headers);
  return bytes;
}
