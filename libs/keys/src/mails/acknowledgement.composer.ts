import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ComposedMessage, Composers } from '#libs/mail/src/deliveries/composers.js';

export const ACKNOWLEDGEMENT = 'key-request-received';

/**
 * Tells a developer that the request has arrived. It repeats nothing that was typed into the
 * request: whoever typed it may have given somebody else's address.
 */
@Injectable()
export class AcknowledgementComposer implements OnModuleInit {
  constructor(private readonly composers: Composers) {}

  onModuleInit(): void {
    this.composers.register(ACKNOWLEDGEMENT, () => this.compose());
  }

  private async compose(): Promise<ComposedMessage> {
    return {
      subject: 'Your request for an API key has arrived',
      body: [
        { paragraph: 'Hello,' },
        {
          paragraph:
            'thank you for your interest in the Minnesota Business Directory. Your request for an ' +
            'API key has arrived. A person will read it, and the decision will come to this address.',
        },
        { paragraph: 'If you did not ask for a key, there is nothing you need to do.' },
      ],
    };
  }
}
