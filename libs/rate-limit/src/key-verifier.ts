import type { FastifyRequest } from 'fastify';
import type { ApiError } from '#libs/http/src/errors/api-error.js';
import type { VerifiedKey } from '#libs/http/src/request-context.js';

/** The verified key, or the error for routes that require one. */
export type KeyVerdict = VerifiedKey | ApiError;

/** Verifies the key of a request. The keys library provides it. */
export abstract class KeyVerifier {
  /**
   * @param text the X-API-Key header, if any
   * @param request the request that carries it
   */
  abstract verify(
    text: string | undefined,
    request: FastifyRequest,
  ): KeyVerdict | Promise<KeyVerdict>;
}

/** Outcome of a counted request: allowed, whatever its response, or refused. */
export type Verdict = 'allowed' | 'refused';

/** Receives each request counted against a key. The keys library provides it. */
export abstract class KeyUsageObserver {
  /**
   * Must neither throw nor block, because it runs during the request.
   *
   * @param deprecated the operation, if it is deprecated
   */
  abstract record(keyId: string, verdict: Verdict, deprecated?: string): void;
}
