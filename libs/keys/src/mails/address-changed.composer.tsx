import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { type ComposedMessage, Composers } from '#libs/mail/src/deliveries/composers.js';
import { Facts, Link } from '#libs/mail/src/message/elements.js';

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
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: `Mails about ${what} go to another address`,
      body: (
        <>
          <p>Hello,</p>
          <p>
            A mail about {what} could not be delivered, and an admin of the {SITE_NAME} sent it to
            another address. All later mails about it go there, too.
          </p>
          <p>If you did not ask for this, please reply to this mail.</p>
          <Facts facts={{ 'Key id': keyId, 'Request id': requestId }} />
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }
}
