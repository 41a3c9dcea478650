import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { type ApiKey, Database } from '#libs/database/src/database.js';
import { NoLongerDue } from '#libs/mail/src/deliveries/composers.js';

/** Keys as the mails about them find them at the moment of sending. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<ApiKey> {
    return this.database.apiKey.findUniqueOrThrow({ where: { id } });
  }

  /** @throws NoLongerDue when the key has come to its end meanwhile */
  async findAlive(id: string): Promise<ApiKey> {
    const key = await this.find(id);
    if (key.state === 'revoked') throw new NoLongerDue('The key was revoked.');
    if (key.expiresAt && key.expiresAt <= this.clock.now()) {
      throw new NoLongerDue('The key has expired.');
    }
    return key;
  }
}
