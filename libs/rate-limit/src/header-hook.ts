import type { onSendHookHandler } from 'fastify';
import { traitsOf } from '#libs/http/src/surfaces/surfaces.js';
import type { RateLimitGuard } from './rate-limit.guard.js';

/** Adds rate-limit headers to API responses that are not counted, such as CORS preflights. */
export function addMissingHeaders(guard: RateLimitGuard): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (request.context.rateLimit || traitsOf(request).budget !== 'api') return done(null, payload);
    guard.peek(request, reply).then(
      () => done(null, payload),
      (error: Error) => done(error),
    );
  };
}
