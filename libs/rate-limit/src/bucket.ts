import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { clientNetwork } from './client-network.js';

const KEY = 'key:';

/** What a key's requests are counted under, whichever route they hit and whichever secret they carry. */
export function keyBucket(keyId: string): string {
  return KEY + keyId;
}

export function isKeyBucket(bucket: string): boolean {
  return bucket.startsWith(KEY);
}

/**
 * What requests without a valid key are counted under. What a proxy says the client's address is
 * counts only if it is one; otherwise the proxy's own does.
 */
export function addressBucket({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? 'local');
  return `address:${clientNetwork(address)}`;
}
