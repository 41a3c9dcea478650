import { isIPv4, isIPv6, SocketAddress } from 'node:net';

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
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  return canonical.startsWith(IPV4_MAPPED) ? canonical.slice(IPV4_MAPPED.length) : canonical;
}
