import { BlockList, isIPv6 } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine reaches an IP address. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Which hosts may be asked for at an address that the program listens on.
 *
 * On loopback those of this machine, so that a web page whose name is made to resolve to 127.0.0.1
 * (DNS rebinding) cannot read what only this machine may; elsewhere any, unless `ALLOWED_HOSTS` is
 * set. The host of the listener's own origin is always allowed.
 *
 * @param origin by which people reach the listener
 * @param address the IP address that is listened on
 * @returns whether a request with this Host header (none in HTTP/1.0) is answered
 */
export function allowedHosts(
  { ALLOWED_HOSTS }: Environment,
  origin: string,
  address: string,
): (host: string | undefined) => boolean {
  const isLocal = isLoopback(address);
  if (!isLocal && !ALLOWED_HOSTS) return () => true;
  const names = new Set([hostName(new URL(origin).host), ...(ALLOWED_HOSTS ?? [])]);
  const allows = (name: string) =>
    names.has(name) ||
    names.has(name.replace(/^[^.]+/, '*')) ||
    (isLocal && (name === 'localhost' || isLoopback(name)));

  // Nearly all requests ask for the same host as the one before.
  let lastAllowed: string | undefined;
  return (host) => {
    if (host === undefined) return false;
    if (host === lastAllowed) return true;
    const name = hostName(host);
    if (name === undefined || !allows(name)) return false;
    lastAllowed = host;
    return true;
  };
}

/** What is compared of a Host header (RFC 9110, section 7.2): no port, final dot or capitals. */
function hostName(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d*)?$/i.exec(host) ?? [];
  return (address ?? name)?.toLowerCase();
}
