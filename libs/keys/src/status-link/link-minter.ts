import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import type { Settlement } from '#libs/mail/src/deliveries/composers.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';

export const LINK_TOKEN_FORM = /^[\w-]{43}$/;

/** A new link token. Its text exists only here and in the message that is about to be sent. */
export interface MintedLink extends Settlement {
  token: string;
}

/**
 * Creates the status link of a request when its email is sent, like `SecretMinter` does for
 * secrets.
 */
@Injectable()
export class LinkMinter {
  constructor(
    private readonly requests: KeyRequestsRepository,
    private readonly clock: Clock,
  ) {}

  async mint(requestId: string, deliveryId: string): Promise<MintedLink> {
    const token = randomBytes(32).toString('base64url');
    const settlement = await this.requests.addLink({
      requestId,
      deliveryId,
      hash: hashLinkToken(token),
      createdAt: this.clock.now(),
    });
    return { token, ...settlement };
  }
}

export function hashLinkToken(token: string): Uint8Array<ArrayBuffer> {
  return hash('sha256', token, 'buffer');
}
