import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { nothingAt } from '../errors/to-api-error.js';

/**
 * Why a request is not answered at the listener that it came to: it asks for a host that is not
 * allowed there (RFC 9110, section 15.5.20), or for a path that is another listener's.
 *
 * Health checks ask for whatever address they know, and are always answered.
 */
export function misdirection(request: FastifyRequest): ApiError | undefined {
  const { arrival } = request.raw;
  if (!arrival || request.routeOptions.url?.startsWith('/health')) return undefined;
  // `request.host` is what a trusted proxy says that the client asked for, or else the same.
  if (!arrival.allowsHost(request.headers.host) || !arrival.allowsHost(request.host)) {
    return new ApiError(
      'misdirected_request',
      `This server does not answer to the host that was asked for. Ask for ${arrival.origin}, or add the host to ALLOWED_HOSTS.`,
    );
  }
  if (!arrival.serves(request.routeOptions.url ?? request.url)) return nothingAt(request);
  return undefined;
}
