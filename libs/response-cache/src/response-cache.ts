import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { traitsOf } from '#libs/http/src/surfaces/surfaces.js';
import type { CachedResponse } from './cached-response.js';
import type { ContentCoding } from './content-coding.js';

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_RESPONSES = 10_000;
/** Estimated size of an entry without its body, URL and links: other headers and objects. */
const OVERHEAD_BYTES = 1024;

/** Returns the cache key of a response. */
export function responseKey(
  coding: ContentCoding,
  { url, context }: Pick<FastifyRequest, 'url' | 'context'>,
): string {
  return `${coding} ${context.preferredType ?? ''} ${url}`;
}

/** Caches responses by request. An entry is valid while the directory stays at its version. */
export class ResponseCache {
  /**
   * Entries, bounded by count and by bytes including the URLs and links. The least recently used
   * ones are evicted first.
   */
  private readonly responses = new LRUCache<string, CachedResponse>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes, headers: { Link = '' } }, key) =>
      OVERHEAD_BYTES + 2 * (key.length + Link.length) + bytes.length,
  });

  /** Numbers of cache hits and misses. */
  readonly lookups = { hits: 0, misses: 0 };

  constructor(private readonly clock: Clock) {}

  /** Number of cached responses and their total size in bytes. */
  get size(): { responses: number; bytes: number } {
    return { responses: this.responses.size, bytes: this.responses.calculatedSize };
  }

  get(key: string, version: string): CachedResponse | undefined {
    const response = this.responses.get(key);
    const isOutdated = response?.until && response.until <= this.clock.now();
    const isHit = response?.version === version && !isOutdated;
    this.lookups[isHit ? 'hits' : 'misses'] += 1;
    return isHit ? response : undefined;
  }

  set(key: string, response: CachedResponse): void {
    this.responses.set(key, { ...response, bytes: detached(response.bytes) });
  }
}

/**
 * Separate caches for the API and for pages, so that neither kind of client can evict responses of
 * the other.
 */
@Injectable()
export class ResponseCaches {
  readonly api: ResponseCache;
  readonly pages: ResponseCache;

  constructor(clock: Clock) {
    this.api = new ResponseCache(clock);
    this.pages = new ResponseCache(clock);
  }

  of(request: FastifyRequest): ResponseCache {
    return traitsOf(request).budget === 'page' ? this.pages : this.api;
  }
}

/** Copies a slice, because it would keep its whole underlying buffer in memory. */
function detached(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
