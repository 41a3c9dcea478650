import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Action, Lines, Link, writtenTime } from '#libs/mail/src/message/elements.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';
import { quoteRequest } from '../requests/key-request-notice.js';
import { LinkMinter } from '../status-link/link-minter.js';

export const ACKNOWLEDGMENT = 'key-request-received';
export const REJECTION = 'key-rejected';

interface AcknowledgmentData {
  requestId: string;
}

interface RejectionData extends AcknowledgmentData {
  /** Time of the rejection. */
  decidedAt: string;
}

/**
 * Acknowledges a key request to the developer, and sends the reason for a rejection. The address may
 * belong to someone else, so the emails use no name in their greeting. The acknowledgment puts its
 * quote of the request last, and the rejection quotes nothing.
 */
@Injectable()
export class RequestMailsComposer {
  constructor(
    composers: Composers,
    private readonly requests: KeyRequestsRepository,
    private readonly links: LinkMinter,
    private readonly environment: Environment,
  ) {
    composers.register<AcknowledgmentData>(ACKNOWLEDGMENT, (due) => this.acknowledgment(due));
    composers.register<RejectionData>(REJECTION, (due) => this.rejection(due));
  }

  private async acknowledgment({
    id,
    data,
  }: DueDelivery<AcknowledgmentData>): Promise<ComposedMessage> {
    const request = await this.requests.get(data.requestId);
    // After an outage of the mail server, the decision may precede this email.
    const isPending = request.status === 'pending';
    const { token, accepted, notTaken } = await this.links.mint(request.id, id);
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: 'Your request for an API key has arrived',
      body: (
        <>
          <p>Hello,</p>
          <p>
            Thank you for your interest in the {SITE_NAME}. We received your request for an API key.
            {isPending && ' A person will review it and send the decision to this address.'}
          </p>
          <Action href={`${PUBLIC_URL}/developers/requests/${token}`}>
            See the status of your request
          </Action>
          {isPending && (
            <p>On that page you can also withdraw it, for example if you did not send it.</p>
          )}
          <p>{isPending ? 'While you wait, the' : 'The'} documentation shows what you can build:</p>
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

  private async rejection({ data }: DueDelivery<RejectionData>): Promise<ComposedMessage> {
    const request = await this.requests.get(data.requestId);
    // An admin has reopened the request and may have rejected it again.
    const decidedAt = request.decidedAt?.toISOString();
    if (request.reason === null || data.decidedAt !== decidedAt) {
      throw new NoLongerDue('The rejection was undone.');
    }
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: 'Your request for an API key was declined',
      body: (
        <>
          <p>Hello,</p>
          <p>
            Thank you for your interest in the {SITE_NAME}. We did not approve your request for an
            API key, for this reason:
          </p>
          <p>
            <Lines text={request.reason} />
          </p>
          <p>If you can address this, send a new request or reply to this email.</p>
          <Link href={`${PUBLIC_URL}/developers/request`}>Send a new request</Link>
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }
}
