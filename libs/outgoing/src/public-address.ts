import ipaddr from 'ipaddr.js';

/** Addresses of IPv6 that belong to public hosts. Everything else is special, or not assigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reports whether an IP address belongs to a host on the public internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // Also unwraps IPv4 addresses that are mapped into IPv6.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
