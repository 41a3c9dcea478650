import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { type ComposedMessage, Composers } from '#libs/mail/src/deliveries/composers.js';
import { Facts, Link } from '#libs/mail/src/message/elements.js';

export const ADDRESS_CHANGED = 'address-changed';

interface AddressChangedData {
  about: { keyId?: string; requestId?: string };
}

/**
 * Notifies an address that emails about a key or request now go to another address. It reveals
 * neither that address nor any detail of the key, because this address may have been wrong from the
 * start.
 */
@Injectable()
export class AddressChangedComposer {
  constructor(
    composers: Composers,
    private readonly environment: Environment,
  ) {
    composers.register<AddressChangedData>(ADDRESS_CHANGED, async ({ data }) => this.compose(data));
  }

  private compose({ about: { keyId, requestId } }: AddressChangedData): ComposedMessage {
    const what = keyId ? 'your API key' : 'your request for an API key';
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: `Emails about ${what} now go to another address`,
      body: (
        <>
          <p>Hello,</p>
          <p>
            An email about {what} could not be delivered, so an admin of the {SITE_NAME} sent it to
            another address. All later emails about it go there, too.
          </p>
          <p>If you did not ask for this, please reply to this email.</p>
          <Facts facts={{ 'Key id': keyId, 'Request id': requestId }} />
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }
}
