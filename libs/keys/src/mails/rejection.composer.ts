import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';

export const REJECTION = 'key-rejected';

/**
 * Tells a developer why there will be no key. As the acknowledgement, it repeats nothing that was
 * typed into the request.
 */
@Injectable()
export class RejectionComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<{ requestId: string }>(REJECTION, (due) => this.compose(due));
  }

  private async compose({ data }: DueDelivery<{ requestId: string }>): Promise<ComposedMessage> {
    const request = await this.database.keyRequest.findUniqueOrThrow({
      where: { id: data.requestId },
    });
    return {
      subject: 'Your request for an API key was declined',
      body: [
        { paragraph: 'Hello,' },
        {
          paragraph:
            `Thank you for your interest in the ${this.environment.SITE_NAME}. We did not approve ` +
            'your request for an API key, for this reason:',
        },
        { paragraph: request.reason ?? '' },
        { paragraph: 'If this can be settled, you are welcome to ask again:' },
        { link: `${this.environment.PUBLIC_URL}/developers`, label: 'Documentation' },
      ],
    };
  }
}
