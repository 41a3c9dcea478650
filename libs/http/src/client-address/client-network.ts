import { normalizeIp } from '@nestjs/throttler';

const IPV6_PREFIX = 64;

/**
 * What counts as one client: an IPv4 address, or an IPv6 /64, which is what one household or
 * server is given (RFC 6177).
 */
export function clientNetwork(address: string): string {
  return normalizeIp(address, IPV6_PREFIX);
}
