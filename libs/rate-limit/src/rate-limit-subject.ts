import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { KeyVerifier } from './api-keys.js';
import { surfaceOf } from '#libs/http/src/surfaces/surfaces.js';
import { ADDRESS_LIMIT, PAGE_LIMIT, PAGE_WINDOW_MS, WINDOW_MS } from './limits.js';

/** Whose budget a request draws on. */
export interface RateLimitSubject {
  /** What kind of budget it is. */
  policy: 'key' | 'address' | 'page';
  /** What its requests are counted under. */
  bucket: string;
  limit: number;
  windowMs: number;
  /** Why there is no valid key: what a route that needs one answers. */
  refusal?: Error;
  /** Set where the key could not be looked up, so that nobody can be charged for the request. */
  unidentified?: true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once it was asked for. */
    rateLimitSubject?: Promise<RateLimitSubject>;
  }
}

/** How many characters of a key people recognise it by. */
const KEY_START = 10;

@Injectable()
export class RateLimitSubjects {
  constructor(private readonly keys: KeyVerifier) {}

  /**
   * The key that a request to the API carries (also set as `request.apiKey`), or else its client
   * address; on pages the client address alone.
   */
  of(request: FastifyRequest): Promise<RateLimitSubject> {
    return (request.rateLimitSubject ??=
      surfaceOf(request).budget === 'page'
        ? Promise.resolve(visitor(request))
        : this.identify(request));
  }

  private async identify(request: FastifyRequest): Promise<RateLimitSubject> {
    try {
      const text = request.headers['x-api-key'] as string | undefined;
      const key = await this.keys.verify(text, request);
      if (key instanceof ApiError) return { ...client(request), refusal: key };
      request.apiKey = key;
      request.keyStart = text?.slice(0, KEY_START);
      return {
        policy: 'key',
        bucket: keyBucket(key.id),
        limit: key.limitPerHour,
        windowMs: WINDOW_MS,
      };
    } catch (error) {
      return { ...client(request), refusal: error as Error, unidentified: true };
    }
  }
}

function client(request: FastifyRequest): RateLimitSubject {
  return {
    policy: 'address',
    bucket: addressBucket(clientAddress(request)),
    limit: ADDRESS_LIMIT,
    windowMs: WINDOW_MS,
  };
}

/** What the buckets of visitors of pages begin with. */
export const PAGE = 'page:';

function visitor(request: FastifyRequest): RateLimitSubject {
  return {
    policy: 'page',
    bucket: pageBucket(clientAddress(request)),
    limit: PAGE_LIMIT,
    windowMs: PAGE_WINDOW_MS,
  };
}

export function isPageBucket(bucket: string): boolean {
  return bucket.startsWith(PAGE);
}

/** What the buckets of keys begin with. */
export const KEY = 'key:';

/** What a key's requests are counted under, whichever route they hit and whichever secret they carry. */
export function keyBucket(keyId: string): string {
  return KEY + keyId;
}

export function isKeyBucket(bucket: string): boolean {
  return bucket.startsWith(KEY);
}

/** What the buckets of addresses begin with. */
export const ADDRESS = 'address:';

/** What requests without a valid key are counted under. */
export function addressBucket(address: string): string {
  return ADDRESS + clientNetwork(address);
}

/** What an address's pages of the website are counted under. */
export function pageBucket(address: string): string {
  return PAGE + clientNetwork(address);
}
