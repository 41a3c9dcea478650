import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { type ApiKey, Database } from '#libs/database/src/database.js';
import { NoLongerDue } from '#libs/mail/src/deliveries/composers.js';

/** A key and the first characters of its working secrets, newest first. */
export interface MailedKey extends ApiKey {
  starts: string[];
}

/** Reads the current state of a key when an email about it is composed. */
@Injectable()
export class MailedKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(id: string): Promise<MailedKey> {
    const { secrets, ...key } = await this.database.apiKey.findUniqueOrThrow({
      where: { id },
      include: {
        secrets: {
          where: { OR: [{ expiresAt: null }, { expiresAt: { gt: this.clock.now() } }] },
          select: { start: true },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        },
      },
    });
    return { ...key, starts: secrets.map(({ start }) => start) };
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
