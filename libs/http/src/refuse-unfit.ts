import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import { ApiError } from './errors/api-error.js';
import { misdirection } from './listeners/misdirected.js';
import { traitsOf } from './surfaces/surfaces.js';

/** Returns the reason to refuse a request on any route. */
export function refusalOf(request: FastifyRequest): ApiError | undefined {
  return request.raw.refusal ?? misdirection(request);
}

/** Refuses requests that are not valid HTTP or arrived at the wrong listener. */
export const refuseUnfit: onRequestHookHandler = (request, _reply, done) => {
  done(refusalOf(request));
};

/** Refuses plain HTTP if `REQUIRE_HTTPS` is set. */
export function requireHttps({ REQUIRE_HTTPS, PUBLIC_URL }: Environment): onRequestHookHandler {
  return (request, _reply, done) => {
    const isAllowed =
      !REQUIRE_HTTPS || request.protocol === 'https' || traitsOf(request).allowsPlainHttp;
    if (isAllowed) return done();
    const { origin } = request.raw.arrival ?? { origin: PUBLIC_URL };
    const url = origin.replace(/^http:/, 'https:');
    done(new ApiError('https_required', `Use HTTPS: ${url}`));
  };
}
