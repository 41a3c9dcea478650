import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Reports whether an IP address is reachable only from this machine. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Returns a check for the Host header of requests to one listening address.
 *
 * On loopback it allows only this machine's names, so that a web page whose name resolves to 127.0.0.1
 * (DNS rebinding) cannot read local data. Elsewhere it allows any host unless `ALLOWED_HOSTS` is set. The
 * host of the listener's own origin is always allowed.
 *
 * @param origin the listener's public URL
 * @param address the IP address the server listens on
 * @returns a function that reports whether to accept a Host header (undefined in HTTP/1.0)
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

  // Nearly all requests name the same host as the previous one.
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

/** Reports whether a Host header is an IP address instead of a name. */
export function isAddress(host = ''): boolean {
  return isIP(hostName(host) ?? '') !== 0;
}

/** Normalizes a Host header for comparison (RFC 9110, section 7.2): no port, final dot or capitals. */
function hostName(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d*)?$/i.exec(host) ?? [];
  return (address ?? name)?.toLowerCase();
}
