import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import {
  type ComposedMessage,
  Composers,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Link } from '#libs/mail/src/message/elements.js';
import { WebhooksRepository } from './webhooks.repository.js';

export const WEBHOOK_DISABLED = 'webhook-disabled';

interface Disabled {
  keyId: string;
  url: string;
  error: string;
}

/** Notifies the owner of a key that its webhook was disabled. */
@Injectable()
export class WebhookDisabledComposer {
  constructor(
    composers: Composers,
    private readonly webhooks: WebhooksRepository,
    private readonly keys: KeysRepository,
    private readonly environment: Environment,
  ) {
    composers.register<Disabled>(WEBHOOK_DISABLED, ({ data }) => this.compose(data));
  }

  private async compose({ keyId, url, error }: Disabled): Promise<ComposedMessage> {
    const [webhook, key] = await Promise.all([
      this.webhooks.find(keyId),
      this.keys.findById(keyId),
    ]);
    if (!key || !webhook?.disabledAt || webhook.url !== url) {
      throw new NoLongerDue('The webhook was registered again or removed.');
    }
    return {
      subject: 'Your webhook is disabled',
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          <p>
            We could not reach the webhook of your API key for three days, so we no longer send to
            it. Its address is {url}. The last problem: {error}
          </p>
          <p>
            Your key still works, and the change feed has everything that you missed. Once the
            address answers, register it again on the status page of your key request, or reply to
            this email.
          </p>
          <Link href={`${this.environment.PUBLIC_URL}/developers#copy`}>Documentation</Link>
        </>
      ),
    };
  }
}
