import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { type ComposedMessage, Composers } from '#libs/mail/src/deliveries/composers.js';

export const ADDRESS_CHANGED = 'address-changed';

interface AddressChangedData {
  about: { keyId?: string; requestId?: string };
}

/**
 * Tells an address that mails about a key or a request go to another one from now on. It names
 * neither the other address nor anything of the key: this one may have been wrong from the start.
 */
@Injectable()
export class AddressChangedComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<AddressChangedData>(ADDRESS_CHANGED, async ({ data }) =>
      this.compose(data),
    );
  }

  private compose({ about: { keyId, requestId } }: AddressChangedData): ComposedMessage {
    const what = keyId ? 'your API key' : 'your request for an API key';
    return {
      subject: `Mails about ${what} go to another address`,
      body: [
        { paragraph: 'Hello,' },
        {
          paragraph:
            `A mail about ${what} could not be delivered, and an admin of the Minnesota Business ` +
            `Directory sent it to another address. All later mails about it go there, too.`,
        },
        { paragraph: 'If you did not ask for this, please reply to this mail.' },
        { facts: keyId ? { 'Key id': keyId } : { 'Request id': requestId! } },
        { link: `${this.environment.PUBLIC_URL}/developers`, label: 'Documentation' },
      ],
    };
  }
}
