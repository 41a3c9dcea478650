import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOf } from '../exchange.js';
import { canonicalAddress } from './canonical-address.js';

/**
 * The address of the client behind a request, in its canonical spelling. What a trusted proxy says
 * of it counts only if it is an address; otherwise the connection's own does.
 *
 * Everything that limits, records or compares clients takes it from here, never from `request.ip`.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return canonicalAddress(ip) ?? canonicalAddress(socket.remoteAddress) ?? GONE;
}

/** A connection that has been closed has no address any more. */
const GONE = 'unknown';

/** For a handler's parameter: see `clientAddress`. */
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientAddress(requestOf(context)),
);
