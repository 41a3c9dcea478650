import { LRUCache } from 'lru-cache';
import { BlockList, isIPv6 } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';
import { NAMED_NETWORKS } from '#libs/config/src/environment.validators.js';
import { canonicalAddress } from './client-address.js';

/**
 * Tells whether an address is that of a proxy whose X-Forwarded-* headers are believed.
 *
 * @param hop how many proxies are between it and us: 0 for the one that connects to us
 */
export type TrustedProxies = (address: string | undefined, hop: number) => boolean;

/** Proxies are few, and looking one up in a `BlockList` costs a twentieth of an answer from memory. */
const MAX_REMEMBERED = 1_000;

/** What `TRUST_PROXY` says. Fastify itself would believe nobody when given a number of proxies. */
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
