import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { ApiKey } from '#libs/database/src/database.js';
import { NoLongerDue } from '#libs/mail/src/deliveries/composers.js';
import { KeysRepository } from '../administration/keys.repository.js';

/** A key and the first characters of its working secrets, newest first. */
export interface MailedKey extends ApiKey {
  starts: string[];
}

/** Reads the current state of a key when an email about it is composed. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<MailedKey> {
    return this.keys.getWithWorkingStarts(id, this.clock.now());
  }

  /** @throws NoLongerDue if the key is revoked or has expired */
  async findAlive(id: string): Promise<MailedKey> {
    const key = await this.find(id);
    if (key.state === 'revoked') throw new NoLongerDue('The key was revoked.');
    if (key.expiresAt && key.expiresAt <= this.clock.now()) {
      throw new NoLongerDue('The key has expired.');
    }
    return key;
  }
}
