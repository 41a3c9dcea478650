import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { surfaceOf } from '#libs/http/src/surfaces/surfaces.js';
import type { CachedResponse } from './cached-response.js';
import type { ContentCoding } from './content-coding.js';

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_RESPONSES = 10_000;
/** What an entry takes besides its bytes and its address: headers and the objects that hold it all. */
const OVERHEAD_BYTES = 1024;

/** What a response is cached under. */
export function responseKey(
  coding: ContentCoding,
  { url, preferredType = '' }: Pick<FastifyRequest, 'url' | 'preferredType'>,
): string {
  return `${coding} ${preferredType} ${url}`;
}

/** Responses by what was asked for, valid as long as the directory stays at their version. */
export class ResponseCache {
  /** Bounded by number and by bytes, of the addresses as well; the least used go first. */
  private readonly responses = new LRUCache<string, CachedResponse>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => OVERHEAD_BYTES + 2 * key.length + bytes.length,
  });

  /** How often a response was asked for here, and found. */
  readonly lookups = { hits: 0, misses: 0 };

  constructor(private readonly clock: Clock) {}

  /** How many responses are held, and in how many bytes. */
  get held(): { responses: number; bytes: number } {
    return { responses: this.responses.size, bytes: this.responses.calculatedSize };
  }

  get(key: string, version: string): CachedResponse | undefined {
    const response = this.find(key, version);
    this.lookups[response ? 'hits' : 'misses'] += 1;
    return response;
  }

  set(key: string, response: CachedResponse): void {
    this.responses.set(key, { ...response, bytes: detached(response.bytes) });
  }

  private find(key: string, version: string): CachedResponse | undefined {
    const response = this.responses.get(key);
    if (response?.version !== version) return undefined;
    return response.until && response.until <= this.clock.now() ? undefined : response;
  }
}

/** A budget for each kind of reader, so that neither programs nor visitors can take it from the other. */
@Injectable()
export class ResponseCaches {
  readonly api: ResponseCache;
  readonly pages: ResponseCache;

  constructor(clock: Clock) {
    this.api = new ResponseCache(clock);
    this.pages = new ResponseCache(clock);
  }

  of(request: FastifyRequest): ResponseCache {
    return surfaceOf(request).budget === 'page' ? this.pages : this.api;
  }
}

/** A copy of its own: bytes cut from a larger buffer would hold all of that in memory. */
function detached(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
