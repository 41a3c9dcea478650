import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';
import { LinkMinter } from '../status-link/link-minter.js';

export const ACKNOWLEDGEMENT = 'key-request-received';

/**
 * Tells a developer that the request has arrived. It repeats nothing that was typed into the
 * request: whoever typed it may have given somebody else's address.
 */
@Injectable()
export class AcknowledgementComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly links: LinkMinter,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<{ requestId: string }>(ACKNOWLEDGEMENT, (due) => this.compose(due));
  }

  private async compose({
    id,
    data,
  }: DueDelivery<{ requestId: string }>): Promise<ComposedMessage> {
    const { token, accepted, notTaken } = await this.links.mint(data.requestId, id);
    const link = `${this.environment.PUBLIC_URL}/developers/requests/${token}`;
    return {
      subject: 'Your request for an API key has arrived',
      body: [
        { paragraph: 'Hello,' },
        {
          paragraph:
            `Thank you for your interest in the ${this.environment.SITE_NAME}. Your request for an ` +
            'API key has arrived. A person will read it, and the decision will come to this address.',
        },
        { link, label: 'See how far it is' },
        { paragraph: 'There you can also withdraw it, for example if you did not send it.' },
      ],
      accepted,
      notTaken,
    };
  }
}
