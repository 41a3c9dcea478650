import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';
import { Action, Link } from '#libs/mail/src/message/elements.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';
import { quoteRequest } from '../requests/quote-request.js';
import { LinkMinter } from '../status-link/link-minter.js';

export const ACKNOWLEDGEMENT = 'key-request-received';

/**
 * Tells a developer that the request has arrived, and what it says. Whoever typed it may have given
 * somebody else's address: so it is quoted last, and greets nobody by a name.
 */
@Injectable()
export class AcknowledgementComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
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
    const request = await this.database.keyRequest.findUniqueOrThrow({
      where: { id: data.requestId },
    });
    const { token, accepted, notTaken } = await this.links.mint(request.id, id);
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: 'Your request for an API key has arrived',
      body: (
        <>
          <p>Hello,</p>
          <p>
            Thank you for your interest in the {SITE_NAME}. Your request for an API key has arrived.
            A person will read it, and the decision will come to this address.
          </p>
          <Action href={`${PUBLIC_URL}/developers/requests/${token}`}>
            See what became of your request
          </Action>
          <p>There you can also withdraw it, for example if you did not send it.</p>
          <p>Until you have a key, the documentation shows what you can build with it:</p>
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
          <Link href={`${PUBLIC_URL}/docs`}>All operations of the API</Link>
        </>
      ),
      quotes: [
        {
          about: `The request of ${writtenTime(request.createdAt)}:`,
          quote: quoteRequest(request),
        },
      ],
      accepted,
      notTaken,
    };
  }
}
