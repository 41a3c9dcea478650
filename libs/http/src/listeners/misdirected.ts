import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { nothingAt } from '../errors/to-api-error.js';
import { traitsOf } from '../surfaces/surfaces.js';

/**
 * Returns the error for a request that arrived at the wrong listener: its host is not allowed there
 * (RFC 9110, section 15.5.20), or another listener serves the surface. Health probes are always
 * accepted.
 */
export function misdirection(request: FastifyRequest): ApiError | undefined {
  const { arrival } = request.raw;
  const surface = traitsOf(request);
  const isProbe = surface.isForProbes && request.routeOptions.url !== undefined;
  if (!arrival || isProbe) return undefined;
  // `request.host` may come from a trusted proxy's X-Forwarded-Host.
  if (!arrival.allowsHost(request.headers.host) || !arrival.allowsHost(request.host)) {
    return new ApiError(
      'misdirected_request',
      `This server does not serve the requested host. Use ${arrival.origin}, or add the host to ALLOWED_HOSTS.`,
    );
  }
  if (!arrival.serves(surface)) return nothingAt(request);
  return undefined;
}
