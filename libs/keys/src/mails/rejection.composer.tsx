import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Lines, Link } from '#libs/mail/src/message/elements.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';

export const REJECTION = 'key-rejected';

interface RejectionData {
  requestId: string;
  /** Time of the rejection. */
  decidedAt: string;
}

/**
 * Sends a developer the reason for a rejection. It quotes nothing from the request, because the
 * address may belong to someone else.
 */
@Injectable()
export class RejectionComposer {
  constructor(
    composers: Composers,
    private readonly requests: KeyRequestsRepository,
    private readonly environment: Environment,
  ) {
    composers.register<RejectionData>(REJECTION, (due) => this.compose(due));
  }

  private async compose({ data }: DueDelivery<RejectionData>): Promise<ComposedMessage> {
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
