import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { nothingAt } from '../errors/to-api-error.js';
import { surfaceOf } from '../surfaces/surfaces.js';

/**
 * Why a request is not answered at the listener that it came to: it asks for a host that is not
 * allowed there (RFC 9110, section 15.5.20), or for a surface that is another listener's. Probes are
 * always answered.
 */
export function misdirection(request: FastifyRequest): ApiError | undefined {
  const { arrival } = request.raw;
  const surface = surfaceOf(request);
  const isProbe = surface.isForProbes && request.routeOptions.url !== undefined;
  if (!arrival || isProbe) return undefined;
  // `request.host` is what a trusted proxy says that the client asked for, or else the same.
  if (!arrival.allowsHost(request.headers.host) || !arrival.allowsHost(request.host)) {
    return new ApiError(
      'misdirected_request',
      `This server does not answer to the host that was asked for. Ask for ${arrival.origin}, or add the host to ALLOWED_HOSTS.`,
    );
  }
  if (!arrival.serves(surface)) return nothingAt(request);
  return undefined;
}
