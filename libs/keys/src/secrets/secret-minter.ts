import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import type { ComposedMessage } from '#libs/mail/src/deliveries/composers.js';
import { generateKeyText, hashKeyText, startOfKeyText } from '../key-text/key-text.js';

/** A secret in the only place where its text exists: the message that is about to be sent. */
export interface MintedSecret extends Required<Pick<ComposedMessage, 'accepted' | 'notTaken'>> {
  text: string;
  mintedAt: Date;
}

/**
 * Makes a key's secret at the moment when the mail that carries it is sent.
 *
 * The hash is stored before the mail leaves, so that a delivered key always works. A mail that was
 * certainly not taken takes its secret with it. One that may have arrived (the connection broke, or
 * this process died before it noted the acceptance) keeps its secret until a later mail of the same
 * delivery was accepted: then that one's counts.
 */
@Injectable()
export class SecretMinter {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async mint(keyId: string, deliveryId: string): Promise<MintedSecret> {
    const text = generateKeyText();
    const mintedAt = this.clock.now();
    const { id } = await this.database.apiKeySecret.create({
      data: {
        keyId,
        deliveryId,
        hash: Buffer.from(hashKeyText(text), 'hex'),
        start: startOfKeyText(text),
        createdAt: mintedAt,
      },
    });
    return {
      text,
      mintedAt,
      accepted: (tx) => tx.apiKeySecret.deleteMany({ where: { deliveryId, id: { not: id } } }),
      notTaken: (tx) => tx.apiKeySecret.deleteMany({ where: { id } }),
    };
  }
}
