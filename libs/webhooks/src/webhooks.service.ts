import { Injectable } from '@nestjs/common';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { ApiError, invalidBody, noRecord } from '#libs/http/src/errors/api-error.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { shownState } from '#libs/keys/src/expiry/key-expiry.js';
import { OutgoingError, OutgoingRequests } from '#libs/outgoing/src/outgoing-requests.js';
import type { RegisteredWebhookDto, WebhookDto } from './webhook.dto.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { type WebhookWithKey, WebhooksRepository } from './webhooks.repository.js';

/** Minimum time between two pings of a webhook. */
export const MINUTE_MS = 60_000;

/** Registers and removes webhooks for admins, and for developers on their status page. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly keys: KeysRepository,
    private readonly secrets: WebhookSecrets,
    private readonly requests: OutgoingRequests,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Reports whether this server supports webhooks. */
  get isAvailable(): boolean {
    return this.secrets.isAvailable;
  }

  async list(page: number, limit: number): Promise<{ items: WebhookDto[]; total: number }> {
    const { items, total } = await this.webhooks.list((page - 1) * limit, limit);
    const now = this.clock.now();
    return { items: items.map((webhook) => toDto(webhook, now)), total };
  }

  async find(keyId: string): Promise<WebhookDto | undefined> {
    const webhook = await this.webhooks.find(keyId);
    return webhook ? toDto(webhook, this.clock.now()) : undefined;
  }

  /**
   * Registers the webhook of a key in place of the one it has. The first ping is due after a minute,
   * so that registering again can't make pings more frequent.
   *
   * @param admin undefined if the developer does it
   * @throws ApiError `not_found`; `conflict` if the key doesn't work; `invalid_body` if the URL is
   * not public
   */
  async register(keyId: string, url: string, admin?: Actor): Promise<RegisteredWebhookDto> {
    this.checkUrl(url);
    const { text, encrypted } = this.secrets.mint(keyId);
    const now = this.clock.now();
    return this.database.$transaction(async (tx) => {
      const key = await this.keys.lock(keyId, tx);
      if (!key) throw noRecord('key', keyId);
      if (shownState(key, now) !== 'active') {
        throw new ApiError('conflict', 'The key does not work, so it can have no webhook.');
      }
      const before = await this.webhooks.remove(keyId, tx);
      const nextAt = new Date(now.getTime() + MINUTE_MS);
      const webhook = { keyId, url, secret: encrypted, nextAt, createdAt: now };
      const added = await this.webhooks.add(webhook, tx);
      if (admin) {
        const record = { subject: 'key', subjectId: keyId, before, after: { url } };
        await this.audit.record(tx, { admin, action: 'webhook.register', ...record });
      }
      return { ...toDto(added, now), secret: text };
    });
  }

  /**
   * Removes the webhook of a key.
   *
   * @throws ApiError `not_found`
   */
  async remove(keyId: string, admin?: Actor): Promise<void> {
    await this.database.$transaction(async (tx) => {
      const before = await this.webhooks.remove(keyId, tx);
      if (!before) throw noWebhook();
      if (admin) {
        const record = { subject: 'key', subjectId: keyId, before };
        await this.audit.record(tx, { admin, action: 'webhook.remove', ...record });
      }
    });
  }

  private checkUrl(url: string): void {
    try {
      this.requests.check(new URL(url));
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw invalidBody('url', error.message);
    }
  }
}

export const noWebhook = () => new ApiError('not_found', 'This key has no webhook.');

function toDto({ key, ...webhook }: WebhookWithKey, now: Date): WebhookDto {
  const { keyId, url, deliveredAt, failures, failingSince, error } = webhook;
  const { disabledAt, createdAt } = webhook;
  const nextAt = disabledAt || shownState(key, now) !== 'active' ? null : webhook.nextAt;
  return {
    keyId,
    keyLabel: key.label,
    url,
    state: disabledAt ? 'disabled' : !nextAt ? 'paused' : failures > 0 ? 'failing' : 'active',
    deliveredAt,
    failures,
    failingSince,
    error,
    nextAt,
    disabledAt,
    createdAt,
  };
}
