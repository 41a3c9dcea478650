import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';
import { writtenTime } from '#libs/mail/src/message/elements.js';
import { SecretMinter } from '../secrets/secret-minter.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { NewSecret } from './key-details.js';
import { MailedKeys } from './mailed-keys.js';

export const APPROVAL = 'key-approved';
export const ROTATION = 'key-rotated';

interface ApprovalData {
  keyId: string;
}

interface RotationData extends ApprovalData {
  overlapMs: number;
}

/** Sends the secret of a new key, or a new secret, after which the previous ones end. */
@Injectable()
export class NewSecretComposer {
  constructor(
    composers: Composers,
    private readonly keys: MailedKeys,
    private readonly minter: SecretMinter,
    private readonly repository: KeysRepository,
    private readonly environment: Environment,
  ) {
    composers.register<ApprovalData>(APPROVAL, (due) => this.approval(due));
    composers.register<RotationData>(ROTATION, (due) => this.rotation(due));
  }

  private async approval({ id, data }: DueDelivery<ApprovalData>): Promise<ComposedMessage> {
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

  private async rotation({ id, data }: DueDelivery<RotationData>): Promise<ComposedMessage> {
    const key = await this.keys.findAlive(data.keyId);
    const { text, mintedAt, accepted, notTaken } = await this.minter.mint(key.id, id);
    const formerUntil = new Date(mintedAt.getTime() + data.overlapMs);
    return {
      subject: `Your new API key for the ${this.environment.SITE_NAME}`,
      body: (
        <>
          <p>Hello {key.ownerName},</p>
          <p>
            {data.overlapMs > 0 && key.starts.length > 0
              ? `Your API key was replaced. The old key works until ${writtenTime(formerUntil)}; ` +
                'both share one limit. Here is the new key:'
              : 'Your API key was replaced. The old key no longer works. Here is the new key:'}
          </p>
          <NewSecret apiKey={key} text={text} environment={this.environment} />
        </>
      ),
      accepted: async (tx) => {
        await accepted(tx);
        await this.repository.expireSecrets(key.id, formerUntil, tx, mintedAt);
      },
      notTaken,
    };
  }
}
