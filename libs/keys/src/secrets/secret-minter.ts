import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { Settlement } from '#libs/mail/src/deliveries/composers.js';
import { generateKeyText, hashKeyText, startOfKeyText } from '../key-text/key-text.js';
import { KeysRepository } from '../administration/keys.repository.js';

/** A new secret. Its text exists only here and in the message that is about to be sent. */
export interface MintedSecret extends Settlement {
  text: string;
  mintedAt: Date;
}

/**
 * Creates a secret when the email that carries it is sent.
 *
 * The hash is stored before the email is sent, so that a delivered key always works. If the mail
 * server certainly did not accept the email, the secret is deleted. If it may have accepted it (the
 * connection broke, or this process died before recording the acceptance), the secret stays valid
 * until a later email of the same delivery is accepted.
 */
@Injectable()
export class SecretMinter {
  constructor(
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
  ) {}

  async mint(keyId: string, deliveryId: string): Promise<MintedSecret> {
    const text = generateKeyText();
    const mintedAt = this.clock.now();
    const settlement = await this.keys.addSecret({
      keyId,
      deliveryId,
      hash: Buffer.from(hashKeyText(text), 'hex'),
      start: startOfKeyText(text),
      createdAt: mintedAt,
    });
    return { text, mintedAt, ...settlement };
  }
}
