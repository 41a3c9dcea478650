import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
} from '#libs/mail/src/deliveries/composers.js';
import { Action, Link, writtenTime } from '#libs/mail/src/message/elements.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';
import { quoteRequest } from '../requests/key-request-notice.js';
import { LinkMinter } from '../status-link/link-minter.js';

export const ACKNOWLEDGEMENT = 'key-request-received';

/**
 * Acknowledges a key request to the developer and quotes it. The address may belong to someone
 * else, so the email uses no name in its greeting and puts the quote last.
 */
@Injectable()
export class AcknowledgementComposer {
  constructor(
    composers: Composers,
    private readonly requests: KeyRequestsRepository,
    private readonly links: LinkMinter,
    private readonly environment: Environment,
  ) {
    composers.register<{ requestId: string }>(ACKNOWLEDGEMENT, (due) => this.compose(due));
  }

  private async compose({
    id,
    data,
  }: DueDelivery<{ requestId: string }>): Promise<ComposedMessage> {
    const request = await this.requests.get(data.requestId);
    const { token, accepted, notTaken } = await this.links.mint(request.id, id);
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: 'Your request for an API key has arrived',
      body: (
        <>
          <p>Hello,</p>
          <p>
            Thank you for your interest in the {SITE_NAME}. We received your request for an API key.
            A person will review it and send the decision to this address.
          </p>
          <Action href={`${PUBLIC_URL}/developers/requests/${token}`}>
            See the status of your request
          </Action>
          <p>On that page you can also withdraw it, for example if you did not send it.</p>
          <p>While you wait, the documentation shows what you can build:</p>
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
          <Link href={`${PUBLIC_URL}/docs`}>All operations of the API</Link>
        </>
      ),
      quotes: [
        {
          about: `Your request of ${writtenTime(request.createdAt)}:`,
          quote: quoteRequest(request),
        },
      ],
      accepted,
      notTaken,
    };
  }
}
