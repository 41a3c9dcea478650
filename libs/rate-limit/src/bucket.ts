import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { clientNetwork } from '#libs/http/src/client-address/client-network.js';

const KEY = 'key:';

/** What a key's requests are counted under, whichever route they hit and whichever secret they carry. */
export function keyBucket(keyId: string): string {
  return KEY + keyId;
}

export function isKeyBucket(bucket: string): boolean {
  return bucket.startsWith(KEY);
}

/** What requests without a valid key are counted under. */
export function addressBucket(request: FastifyRequest): string {
  return `address:${clientNetwork(clientAddress(request))}`;
}
