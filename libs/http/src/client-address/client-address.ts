import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { requestOf } from '../request-context.js';

/**
 * Returns the client's address in canonical form. A trusted proxy's header counts only if it contains
 * an IP address; otherwise the connection's own address is used.
 *
 * Everything that limits, records or compares clients must use this, never `request.ip`.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return canonicalAddress(ip) ?? canonicalAddress(socket.remoteAddress) ?? GONE;
}

/** Placeholder for a closed connection, which no longer has an address. */
const GONE = 'unknown';

/** Injects `clientAddress` into a handler parameter. */
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientAddress(requestOf(context)),
);

/** `address:port` of IPv4, `[address]` and `[address]:port` of IPv6. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;
const IPV4_MAPPED = '::ffff:';

/**
 * Returns the canonical form of an IP address: without port and zone, IPv6 as in RFC 5952, and
 * IPv4-mapped addresses as IPv4. Returns undefined if the text is not an IP address.
 */
export function canonicalAddress(text = ''): string | undefined {
  if (isIPv4(text)) return text;
  const trimmed = text.trim();
  const [, ipv4, ipv6] = WITH_PORT.exec(trimmed) ?? [];
  const [address] = (ipv4 ?? ipv6 ?? trimmed).split('%', 1) as [string];
  // Fast path for the mapped addresses of a dual-stack listener.
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(address)) return undefined;
  return withoutMapping(new SocketAddress({ address, family: 'ipv6' }).address);
}

function withoutMapping(address: string): string {
  return address.startsWith(IPV4_MAPPED) ? address.slice(IPV4_MAPPED.length) : address;
}

/**
 * Returns the wider network of an address: an IPv4 /24 or an IPv6 /48, the usual size of one site
 * (RFC 6177). It shows where requests come from without identifying the client. Null if the text is
 * not an IP address.
 */
export function wideNetwork(text: string): string | null {
  const address = canonicalAddress(text);
  if (!address) return null;
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return normalizeIp(address, 48);
}

const IPV6_PREFIX = 64;

/**
 * Returns the network that counts as one client: an IPv4 address, or an IPv6 /64, the usual size of
 * one household or server (RFC 6177).
 */
export function clientNetwork(address: string): string {
  return normalizeIp(address, IPV6_PREFIX);
}
