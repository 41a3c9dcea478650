import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { requestOf } from '../exchange.js';

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

/** `address:port` of IPv4, `[address]` and `[address]:port` of IPv6. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;
const IPV4_MAPPED = '::ffff:';

/**
 * An IP address in its one spelling: without port and zone, IPv6 as in RFC 5952, an IPv4-mapped one
 * as the IPv4 address. Undefined where the text is no address.
 */
export function canonicalAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  const [, ipv4, ipv6] = WITH_PORT.exec(trimmed) ?? [];
  const [address] = (ipv4 ?? ipv6 ?? trimmed).split('%', 1) as [string];
  // As a listener for both families is told of it, which need not be parsed.
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(address)) return undefined;
  return withoutMapping(new SocketAddress({ address, family: 'ipv6' }).address);
}

function withoutMapping(address: string): string {
  return address.startsWith(IPV4_MAPPED) ? address.slice(IPV4_MAPPED.length) : address;
}

/**
 * The network of an address, of which many others are: an IPv4 /24, or an IPv6 /48, which is what one
 * site is given (RFC 6177). It tells where requests come from, and not from whom. Null where the text is
 * no address.
 */
export function wideNetwork(text: string): string | null {
  const address = canonicalAddress(text);
  if (!address) return null;
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return normalizeIp(address, 48);
}

const IPV6_PREFIX = 64;

/**
 * What counts as one client: an IPv4 address, or an IPv6 /64, which is what one household or
 * server is given (RFC 6177).
 */
export function clientNetwork(address: string): string {
  return normalizeIp(address, IPV6_PREFIX);
}
