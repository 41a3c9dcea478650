import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { RateLimitSubject, VerifiedKey } from '#libs/http/src/request-context.js';
import { KeyVerifier } from './key-verifier.js';
import { budgetOf, traitsOf, SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { ADDRESS_LIMIT, MINUTE_LIMITS, type MinuteBudget, WINDOW_MS } from './limits.js';

const MINUTE_MS = 60_000;

@Injectable()
export class RateLimitSubjects {
  constructor(private readonly keys: KeyVerifier) {}

  /**
   * Returns the key that a request to the API or for a tile carries (also set as `apiKey` in its
   * context), or else its client address; on other surfaces always the client address.
   */
  of(request: FastifyRequest): Promise<RateLimitSubject> {
    return (request.context.subject ??= this.find(request));
  }

  private async find(request: FastifyRequest): Promise<RateLimitSubject> {
    const budget = budgetOf(request);
    if (budget !== 'api') return subjectOfVisitor(budget, clientAddress(request));
    const refused = (refusal: Error) => ({ ...subjectOfAddress(clientAddress(request)), refusal });
    try {
      const key = await this.keys.verify(keyTextOf(request), request);
      if (key instanceof ApiError) return refused(key);
      request.context.apiKey = key;
      return subjectOfKey(key);
    } catch (error) {
      return { ...refused(error as Error), unidentified: true };
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

/** Prefix of the buckets of keys. */
export const KEY = 'key:';

export function isKeyBucket(bucket: string): boolean {
  return bucket.startsWith(KEY);
}

/** Returns the budget of a key, the same for all routes and for every secret of the key. */
export function subjectOfKey({ id, limitPerHour }: VerifiedKey): RateLimitSubject {
  return { policy: 'key', bucket: KEY + id, limit: limitPerHour, windowMs: WINDOW_MS };
}

/** Prefix of the buckets of addresses. */
export const ADDRESS = 'address:';

/** Returns the budget of an address for requests without a valid key. */
function subjectOfAddress(address: string): RateLimitSubject {
  const bucket = ADDRESS + clientNetwork(address);
  return { policy: 'address', bucket, limit: ADDRESS_LIMIT, windowMs: WINDOW_MS };
}

const MINUTE_BUDGETS = Object.keys(MINUTE_LIMITS) as MinuteBudget[];

/** Prefixes of the buckets of one-minute budgets. */
export const MINUTE_PREFIXES = MINUTE_BUDGETS.map((budget) => `${budget}:`);

export function isMinuteBucket(bucket: string): boolean {
  return MINUTE_PREFIXES.some((prefix) => bucket.startsWith(prefix));
}

/** Returns one of the one-minute budgets of an address. */
export function subjectOfVisitor(policy: MinuteBudget, address: string): RateLimitSubject {
  const bucket = `${policy}:${clientNetwork(address)}`;
  return { policy, bucket, limit: MINUTE_LIMITS[policy], windowMs: MINUTE_MS };
}

/** Returns all budgets of an address. */
export function subjectsOfAddress(address: string): RateLimitSubject[] {
  const visitor = MINUTE_BUDGETS.map((budget) => subjectOfVisitor(budget, address));
  return [subjectOfAddress(address), ...visitor];
}
