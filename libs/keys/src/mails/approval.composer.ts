import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { SecretMinter } from '../secrets/secret-minter.js';

export const APPROVAL = 'key-approved';

/** Brings a developer the key. */
@Injectable()
export class ApprovalComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly minter: SecretMinter,
  ) {}

  onModuleInit(): void {
    this.composers.register<{ keyId: string }>(APPROVAL, (due) => this.compose(due));
  }

  private async compose(delivery: DueDelivery<{ keyId: string }>): Promise<ComposedMessage> {
    const key = await this.database.apiKey.findUnique({ where: { id: delivery.data.keyId } });
    if (!key || key.state === 'revoked') throw new NoLongerDue('The key was revoked.');
    if (key.expiresAt && key.expiresAt <= this.clock.now()) {
      throw new NoLongerDue('The key has expired.');
    }
    const { text, accepted, notTaken } = await this.minter.mint(key.id, delivery.id);
    const { PUBLIC_URL } = this.environment;
    return {
      subject: 'Your API key for the Minnesota Business Directory',
      body: [
        { paragraph: `Hello ${key.ownerName},` },
        { paragraph: 'your request was approved. This is your key:' },
        { code: text },
        {
          facts: {
            Limit: `${key.limitPerHour} requests per hour`,
            ...(key.expiresAt && { 'Valid until': key.expiresAt.toISOString() }),
          },
        },
        { paragraph: 'Send it in the X-API-Key header of each request:' },
        { code: `curl -H 'X-API-Key: ${text}' \\\n  ${PUBLIC_URL}/api/v1/businesses` },
        {
          paragraph:
            'Keep it like a password: it stands in this mail only, and we cannot show it again. If ' +
            'more than one mail with a key reaches you, the newest key counts.',
        },
        { link: `${PUBLIC_URL}/docs`, label: 'Documentation' },
      ],
      accepted,
      notTaken,
    };
  }
}
