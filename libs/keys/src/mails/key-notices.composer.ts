import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import type { ApiKey } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import type { Block } from '#libs/mail/src/message/message.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';
import { termsOf } from './key-blocks.js';
import { MailedKeys } from './mailed-keys.js';

export const KEY_CHANGED = 'key-changed';
export const KEY_SUSPENDED = 'key-suspended';
export const KEY_RESUMED = 'key-resumed';
export const KEY_REVOKED = 'key-revoked';
export const KEY_EXPIRES = 'key-expires';

/** What happened to a key, and why. */
interface NoticeData {
  keyId: string;
  reason?: string;
  /** The expiry that a warning is about. */
  expiresAt?: string;
}

/** Tells owners what happened to their keys. None of these mails carries a secret. */
@Injectable()
export class KeyNoticesComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly keys: MailedKeys,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.register(KEY_CHANGED, async ({ keyId }) => {
      const key = await this.keys.findAlive(keyId);
      return this.letter(key, 'Your API key has new terms', [
        { paragraph: 'The terms of your API key have changed. The new terms are:' },
        termsOf(key),
      ]);
    });
    this.register(KEY_SUSPENDED, async ({ keyId, reason = '' }) =>
      this.letter(await this.keys.find(keyId), 'Your API key is suspended', [
        { paragraph: 'Your API key is suspended and does not work for now. The reason:' },
        { paragraph: reason },
      ]),
    );
    this.register(KEY_RESUMED, async ({ keyId }) =>
      this.letter(await this.keys.findAlive(keyId), 'Your API key works again', [
        { paragraph: 'Your API key is no longer suspended: it works again as before.' },
      ]),
    );
    this.register(KEY_REVOKED, async ({ keyId, reason = '' }) =>
      this.letter(await this.keys.find(keyId), 'Your API key was revoked', [
        { paragraph: 'Your API key was revoked and will not work again. The reason:' },
        { paragraph: reason },
      ]),
    );
    this.register(KEY_EXPIRES, async ({ keyId, expiresAt }) => {
      const key = await this.keys.findAlive(keyId);
      if (!key.expiresAt || key.expiresAt.toISOString() !== expiresAt) {
        throw new NoLongerDue('The expiry changed.');
      }
      return this.letter(key, 'Your API key will expire soon', [
        { paragraph: `Your API key will stop working on ${writtenTime(key.expiresAt)}.` },
        { paragraph: 'If you still need it, please reply to this mail.' },
      ]);
    });
  }

  private register(kind: string, compose: (data: NoticeData) => Promise<ComposedMessage>): void {
    this.composers.register<NoticeData>(kind, ({ data }: DueDelivery<NoticeData>) => compose(data));
  }

  private letter(key: ApiKey, subject: string, blocks: Block[]): ComposedMessage {
    return {
      subject,
      body: [
        { paragraph: `Hello ${key.ownerName},` },
        ...blocks,
        { link: `${this.environment.PUBLIC_URL}/developers`, label: 'Documentation' },
        { facts: { Key: key.label } },
      ],
    };
  }
}
