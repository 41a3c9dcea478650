import { LRUCache } from 'lru-cache';
import { BlockList, isIPv6 } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';
import { NAMED_NETWORKS } from '#libs/config/src/environment.validators.js';
import { canonicalAddress } from './client-address.js';

/**
 * Reports whether to trust the X-Forwarded-* headers sent by the proxy at an address.
 *
 * @param hop number of proxies between that proxy and this server; 0 is the one connected to us
 */
export type TrustedProxies = (address: string | undefined, hop: number) => boolean;

/** Proxies are few, and a `BlockList` lookup takes a twentieth of the time of a cached response. */
const MAX_REMEMBERED = 1_000;

/** Builds the check from `TRUST_PROXY`. Given a number of proxies, Fastify itself would trust none. */
export function trustedProxies({ TRUST_PROXY }: Environment): TrustedProxies {
  if (typeof TRUST_PROXY === 'boolean') return () => TRUST_PROXY;
  if (typeof TRUST_PROXY === 'number') return (_, hop) => hop < TRUST_PROXY;
  const networks = toBlockList(TRUST_PROXY);
  const trusted = new LRUCache<string, boolean>({
    max: MAX_REMEMBERED,
    memoMethod: (address) => networks.check(address, familyOf(address)),
  });
  return (text) => {
    const address = canonicalAddress(text);
    return address !== undefined && trusted.memo(address);
  };
}

function toBlockList(text: string): BlockList {
  const networks = new BlockList();
  const names = text.split(',').map((name) => name.trim());
  for (const network of names.flatMap((name) => NAMED_NETWORKS[name] ?? name)) {
    const [address, prefix] = network.split('/') as [string, string?];
    const family = familyOf(address);
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return networks;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
