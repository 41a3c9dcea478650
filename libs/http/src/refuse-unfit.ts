import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import { ApiError } from './errors/api-error.js';
import { isAddress } from './listeners/allowed-hosts.js';
import { traitsOf } from './surfaces/surfaces.js';
import { nothingAt } from './errors/to-api-error.js';

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
      !REQUIRE_HTTPS ||
      request.protocol.toLowerCase() === 'https' ||
      traitsOf(request).allowsPlainHttp;
    if (isAllowed) return done();
    const { origin } = request.raw.arrival ?? { origin: PUBLIC_URL };
    const url = origin.replace(/^http:/, 'https:');
    done(new ApiError('https_required', `Use HTTPS: ${url}`));
  };
}

/**
 * Returns the error for a request that arrived at the wrong listener: its host is not allowed there
 * (RFC 9110, section 15.5.20), or another listener serves the surface. Health probes are always
 * accepted.
 */
function misdirection(request: FastifyRequest): ApiError | undefined {
  const { arrival } = request.raw;
  const surface = traitsOf(request);
  const isProbe = surface.isForProbes && request.routeOptions.url !== undefined;
  if (!arrival || isProbe) return undefined;
  const allows = (host: string | undefined) =>
    arrival.allowsHost(host) || (surface.acceptsAnyAddress && isAddress(host));
  // `request.host` may come from a trusted proxy's X-Forwarded-Host.
  if (!allows(request.headers.host) || !allows(request.host)) {
    return new ApiError(
      'misdirected_request',
      `This server does not serve the requested host. Use ${arrival.origin}, or add the host to ALLOWED_HOSTS.`,
    );
  }
  if (!arrival.serves(surface)) return nothingAt(request);
  return undefined;
}
