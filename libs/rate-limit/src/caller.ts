import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { addressBucket, keyBucket } from './bucket.js';
import { KeyVerifier } from './key-verifier.js';
import { ADDRESS_LIMIT } from './limits.js';

/** Who makes a request, as far as the limit is concerned. */
export interface Caller {
  /** What kind of budget it has. */
  policy: 'key' | 'address';
  bucket: string;
  limitPerHour: number;
  /** Why there is no valid key: what a route that needs one answers. */
  refusal?: Error;
  /** Set where the key could not be looked up, so that nobody can be charged for the request. */
  unidentified?: true;
}

@Injectable()
export class CallerIdentifier {
  constructor(private readonly keys: KeyVerifier) {}

  /** The key that a request carries (also set as `request.apiKey`), or else its client address. */
  async identify(request: FastifyRequest): Promise<Caller> {
    try {
      const text = request.headers['x-api-key'] as string | undefined;
      const key = await this.keys.verify(text, request);
      if (key instanceof ApiError) return { ...client(request), refusal: key };
      request.apiKey = key;
      return { policy: 'key', bucket: keyBucket(key.id), limitPerHour: key.limitPerHour };
    } catch (error) {
      return { ...client(request), refusal: error as Error, unidentified: true };
    }
  }
}

function client(request: FastifyRequest): Caller {
  return { policy: 'address', bucket: addressBucket(request), limitPerHour: ADDRESS_LIMIT };
}
