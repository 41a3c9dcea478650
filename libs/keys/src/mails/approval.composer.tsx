import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';
import { SecretMinter } from '../secrets/secret-minter.js';
import { NewSecret } from './key-details.js';
import { MailedKeys } from './mailed-keys.js';

export const APPROVAL = 'key-approved';

/** Sends a developer the new key. */
@Injectable()
export class ApprovalComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly keys: MailedKeys,
    private readonly minter: SecretMinter,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<{ keyId: string }>(APPROVAL, (due) => this.compose(due));
  }

  private async compose({ id, data }: DueDelivery<{ keyId: string }>): Promise<ComposedMessage> {
    const key = await this.keys.findAlive(data.keyId);
    const { text, accepted, notTaken } = await this.minter.mint(key.id, id);
    return {
      subject: `Your API key for the ${this.environment.SITE_NAME}`,
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          <p>Your request was approved. Here is your key:</p>
          <NewSecret apiKey={key} text={text} environment={this.environment} />
        </>
      ),
      accepted,
      notTaken,
    };
  }
}
