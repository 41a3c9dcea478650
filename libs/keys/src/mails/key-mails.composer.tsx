import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Facts, Lines, Link, writtenTime } from '#libs/mail/src/message/elements.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { SecretMinter } from '../secrets/secret-minter.js';
import { LinkMinter } from '../status-link/link-minter.js';
import { KeyName, LimitMeaning, type MailedKey, NewSecret, Terms } from './key-details.js';

export const APPROVAL = 'key-approved';
export const ROTATION = 'key-rotated';
export const KEY_CHANGED = 'key-changed';
export const KEY_SUSPENDED = 'key-suspended';
export const KEY_RESUMED = 'key-resumed';
export const KEY_REVOKED = 'key-revoked';
export const KEY_EXPIRES = 'key-expires';
export const ADDRESS_CHANGED = 'address-changed';

interface ApprovalData {
  keyId: string;
}

interface RotationData extends ApprovalData {
  overlapMs: number;
}

/** Data of a notice: the key and the reason for the change. */
interface NoticeData extends ApprovalData {
  reason?: string | null;
  /** Expiry that a warning announces. */
  expiresAt?: string;
}

interface AddressChangedData {
  about: { keyId?: string; requestId?: string };
}

/**
 * Mails owners the secret of a new key, or a new secret, after which the previous ones end, and
 * notifies them of changes to their keys. The notices contain no secret.
 */
@Injectable()
export class KeyMailsComposer {
  constructor(
    composers: Composers,
    private readonly keys: KeysRepository,
    private readonly minter: SecretMinter,
    private readonly links: LinkMinter,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    composers.register<ApprovalData>(APPROVAL, (due) => this.approval(due));
    composers.register<RotationData>(ROTATION, (due) => this.rotation(due));
    composers.register<AddressChangedData>(ADDRESS_CHANGED, async ({ data }) =>
      this.addressChanged(data),
    );
    const register = (kind: string, compose: (data: NoticeData) => Promise<ComposedMessage>) =>
      composers.register<NoticeData>(kind, ({ data }) => compose(data));
    register(KEY_CHANGED, async ({ keyId }) => {
      const key = await this.findAlive(keyId);
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
    register(KEY_SUSPENDED, async ({ keyId, reason }) => {
      const key = await this.find(keyId);
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
    register(KEY_RESUMED, async ({ keyId }) => {
      const key = await this.findAlive(keyId);
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
    register(KEY_REVOKED, async ({ keyId, reason }) => {
      const key = await this.find(keyId);
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
    register(KEY_EXPIRES, async ({ keyId, expiresAt }) => {
      const key = await this.findAlive(keyId);
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

  private async approval({ id, data }: DueDelivery<ApprovalData>): Promise<ComposedMessage> {
    const key = await this.findAlive(data.keyId);
    const secret = await this.minter.mint(key.id, id);
    const link = await this.links.mint(key.requestId!, id);
    const { SITE_NAME, PUBLIC_URL } = this.environment;
    return {
      subject: `Your API key for the ${SITE_NAME}`,
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          <p>Your request was approved. Here is your key:</p>
          <NewSecret apiKey={key} text={secret.text} environment={this.environment} />
          <Link href={`${PUBLIC_URL}/developers/requests/${link.token}`}>Usage of your key</Link>
        </>
      ),
      accepted: async (tx) => {
        await secret.accepted(tx);
        await link.accepted(tx);
      },
      notTaken: async (tx) => {
        await secret.notTaken(tx);
        await link.notTaken(tx);
      },
    };
  }

  private async rotation({ id, data }: DueDelivery<RotationData>): Promise<ComposedMessage> {
    const key = await this.findAlive(data.keyId);
    const { text, mintedAt, accepted, notTaken } = await this.minter.mint(key.id, id);
    const formerUntil = new Date(mintedAt.getTime() + data.overlapMs);
    const { expiresAt } = key;
    const end = expiresAt && expiresAt < formerUntil ? expiresAt : formerUntil;
    return {
      subject: `Your new API key for the ${this.environment.SITE_NAME}`,
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          <p>
            {data.overlapMs > 0 && key.starts.length > 0
              ? `Your API key was replaced. The old key works until ${writtenTime(end)}; ` +
                'both share one limit. Here is the new key:'
              : 'Your API key was replaced. The old key no longer works. Here is the new key:'}
          </p>
          <NewSecret apiKey={key} text={text} environment={this.environment} />
        </>
      ),
      accepted: async (tx) => {
        // First, because a deletion locks the key version, and rotations lock that after the secrets.
        await this.keys.expireSecrets(key.id, formerUntil, tx, mintedAt);
        await accepted(tx);
      },
      notTaken,
    };
  }

  /**
   * Notifies an address that emails about a key or request now go to another address. It reveals
   * neither that address nor any detail of the key, because this address may have been wrong from the
   * start. If it is broken, nothing is left to do.
   */
  private addressChanged({ about: { keyId, requestId } }: AddressChangedData): ComposedMessage {
    const what = keyId ? 'your API key' : 'your request for an API key';
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      isCourtesy: true,
      subject: `Emails about ${what} now go to another address`,
      body: (
        <>
          <p>Hello,</p>
          <p>
            An email about {what} could not be delivered, so an admin of the {SITE_NAME} sent it to
            another address. All later emails about it go there, too.
          </p>
          <p>If you did not ask for this, please reply to this email.</p>
          <Facts facts={{ 'Key id': keyId, 'Request id': requestId }} />
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }

  /** Returns the current state of a key, with the first characters of its working secrets. */
  private find(id: string): Promise<MailedKey> {
    return this.keys.getWithWorkingStarts(id, this.clock.now());
  }

  /** @throws NoLongerDue if the key is revoked or has expired */
  private async findAlive(id: string): Promise<MailedKey> {
    const key = await this.find(id);
    if (key.state === 'revoked') throw new NoLongerDue('The key was revoked.');
    if (key.expiresAt && key.expiresAt <= this.clock.now()) {
      throw new NoLongerDue('The key has expired.');
    }
    return key;
  }
}
