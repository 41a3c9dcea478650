import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { RateLimitSubject } from '#libs/http/src/request-context.js';
import { KeyVerifier } from './key-verifier.js';
import { budgetOf, traitsOf, SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import {
  ADDRESS_LIMIT,
  MINUTE_LIMITS,
  type MinuteBudget,
  PAGE_WINDOW_MS,
  WINDOW_MS,
} from './limits.js';

/** Number of characters of a key shown in the log. */
const KEY_START = 10;

@Injectable()
export class RateLimitSubjects {
  constructor(private readonly keys: KeyVerifier) {}

  /**
   * Returns the key that a request to the API or for a tile carries (also set as `apiKey` in its context), or
   * else its client address; on other surfaces always the client address.
   */
  of(request: FastifyRequest): Promise<RateLimitSubject> {
    return (request.context.subject ??= this.find(request));
  }

  private async find(request: FastifyRequest): Promise<RateLimitSubject> {
    const budget = budgetOf(request);
    if (budget !== 'api') return visitor(request, budget);
    try {
      const text = keyTextOf(request);
      const key = await this.keys.verify(text, request);
      if (key instanceof ApiError) return { ...client(request), refusal: key };
      request.context.apiKey = key;
      request.context.keyStart = text?.slice(0, KEY_START);
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

/**
 * Returns the key that a request carries. Clients of the Model Context Protocol can send it as a
 * bearer token, because many can set no other header.
 */
function keyTextOf(request: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': text } = request.headers;
  if (text !== undefined || traitsOf(request).prefix !== SURFACES.mcp.prefix)
    return text as string | undefined;
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function client(request: FastifyRequest): RateLimitSubject {
  return {
    policy: 'address',
    bucket: addressBucket(clientAddress(request)),
    limit: ADDRESS_LIMIT,
    windowMs: WINDOW_MS,
  };
}

function visitor(request: FastifyRequest, policy: MinuteBudget): RateLimitSubject {
  return {
    policy,
    bucket: minuteBucket(policy, clientAddress(request)),
    limit: MINUTE_LIMITS[policy],
    windowMs: PAGE_WINDOW_MS,
  };
}

/** Prefixes of the buckets of one-minute budgets. */
export const MINUTE_PREFIXES = Object.keys(MINUTE_LIMITS).map((budget) => `${budget}:`);

export function isMinuteBucket(bucket: string): boolean {
  return MINUTE_PREFIXES.some((prefix) => bucket.startsWith(prefix));
}

/** Prefix of the buckets of keys. */
export const KEY = 'key:';

/** Returns the bucket of a key, the same for all routes and for every secret of the key. */
export function keyBucket(keyId: string): string {
  return KEY + keyId;
}

export function isKeyBucket(bucket: string): boolean {
  return bucket.startsWith(KEY);
}

/** Prefix of the buckets of addresses. */
export const ADDRESS = 'address:';

/** Returns the bucket of requests without a valid key. */
export function addressBucket(address: string): string {
  return ADDRESS + clientNetwork(address);
}

/** Returns the bucket of an address in one of its one-minute budgets. */
export function minuteBucket(budget: MinuteBudget, address: string): string {
  return `${budget}:${clientNetwork(address)}`;
}
