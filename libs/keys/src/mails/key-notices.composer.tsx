import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Lines, Link, writtenTime } from '#libs/mail/src/message/elements.js';
import { KeyName, LimitMeaning, Terms } from './key-details.js';
import { type MailedKey, MailedKeys } from './mailed-keys.js';

export const KEY_CHANGED = 'key-changed';
export const KEY_SUSPENDED = 'key-suspended';
export const KEY_RESUMED = 'key-resumed';
export const KEY_REVOKED = 'key-revoked';
export const KEY_EXPIRES = 'key-expires';

/** Data of a notice: the key and the reason for the change. */
interface NoticeData {
  keyId: string;
  reason?: string | null;
  /** Expiry that a warning announces. */
  expiresAt?: string;
}

/** Notifies owners of changes to their keys. None of these emails contains a secret. */
@Injectable()
export class KeyNoticesComposer {
  constructor(
    private readonly composers: Composers,
    private readonly keys: MailedKeys,
    private readonly environment: Environment,
  ) {
    this.register(KEY_CHANGED, async ({ keyId }) => {
      const key = await this.keys.findAlive(keyId);
      return this.letter(
        key,
        'Your API key has new terms',
        <>
          <p>The terms of your API key have changed. The new terms:</p>
          <Terms apiKey={key} />
          <LimitMeaning />
        </>,
      );
    });
    this.register(KEY_SUSPENDED, async ({ keyId, reason }) => {
      const key = await this.keys.find(keyId);
      if (key.state !== 'suspended' || key.stateReason !== reason) {
        throw new NoLongerDue('The key is no longer suspended for this reason.');
      }
      return this.letter(
        key,
        'Your API key is suspended',
        <>
          <p>
            Your API key is suspended. Until we resume it, requests with it fail with status 403.
            {reason && ' The reason:'}
          </p>
          {reason && (
            <p>
              <Lines text={reason} />
            </p>
          )}
          <p>To resolve this, please reply to this email.</p>
          <KeyName apiKey={key} />
        </>,
      );
    });
    this.register(KEY_RESUMED, async ({ keyId }) => {
      const key = await this.keys.findAlive(keyId);
      if (key.state !== 'active') throw new NoLongerDue('The key was suspended again.');
      return this.letter(
        key,
        'Your API key works again',
        <>
          <p>Your API key is no longer suspended. It works again as before.</p>
          <Terms apiKey={key} />
        </>,
      );
    });
    this.register(KEY_REVOKED, async ({ keyId, reason }) => {
      const key = await this.keys.find(keyId);
      return this.letter(
        key,
        'Your API key was revoked',
        <>
          <p>
            Your API key was revoked and will not work again. Requests with it fail with status 401.
            The reason:
          </p>
          <p>
            <Lines text={reason!} />
          </p>
          <KeyName apiKey={key} />
          <p>If you need another key, you can request one.</p>
          <Link href={`${this.environment.PUBLIC_URL}/developers/request`}>Request a key</Link>
        </>,
      );
    });
    this.register(KEY_EXPIRES, async ({ keyId, expiresAt }) => {
      const key = await this.keys.findAlive(keyId);
      if (!key.expiresAt || key.expiresAt.toISOString() !== expiresAt) {
        throw new NoLongerDue('The expiry changed.');
      }
      return this.letter(
        key,
        'Your API key will expire soon',
        <>
          <p>Your API key will stop working on {writtenTime(key.expiresAt)}.</p>
          <p>
            After that, requests with it fail with status 401. If you still need the key, please
            reply to this email: we can extend it, and you keep the same key.
          </p>
          <KeyName apiKey={key} />
        </>,
      );
    });
  }

  private register(kind: string, compose: (data: NoticeData) => Promise<ComposedMessage>): void {
    this.composers.register<NoticeData>(kind, ({ data }: DueDelivery<NoticeData>) => compose(data));
  }

  private letter(key: MailedKey, subject: string, body: ComponentChildren): ComposedMessage {
    return {
      subject,
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          {body}
          <Link href={`${this.environment.PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }
}
