import type { FastifyRequest } from 'fastify';
import type { ApiError } from '#libs/http/src/errors/api-error.js';

/** What the limiter and the handlers know of the key behind a request. */
export interface VerifiedKey {
  id: string;
  limitPerHour: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request's key was found valid. */
    apiKey?: VerifiedKey;
  }
}

/** The key, or the refusal that a route which needs a key answers with. */
export type KeyVerdict = VerifiedKey | ApiError;

/** Tells whose key a request carries. The keys library provides it. */
export abstract class KeyVerifier {
  /**
   * @param text the X-API-Key header, if there was one
   * @param request what carries it
   */
  abstract verify(
    text: string | undefined,
    request: FastifyRequest,
  ): KeyVerdict | Promise<KeyVerdict>;
}

/** What became of a request with a known key: answered (whatever the answer), or refused. */
export type Verdict = 'allowed' | 'refused';

/** Is told of each request that is counted against a key. The keys library provides it. */
export abstract class KeyUsageObserver {
  /**
   * Must neither throw nor wait: it is called on the request's path.
   *
   * @param deprecated the operation, if it is one that is deprecated
   */
  abstract record(keyId: string, verdict: Verdict, deprecated?: string): void;
}
