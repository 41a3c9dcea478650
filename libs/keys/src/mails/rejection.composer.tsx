import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Lines, Link } from '#libs/mail/src/message/elements.js';

export const REJECTION = 'key-rejected';

interface RejectionData {
  requestId: string;
  /** Of the rejection that it tells of; none in those that were due before this was kept. */
  decidedAt?: string;
}

/**
 * Tells a developer why there will be no key. It repeats nothing that was typed into the request:
 * whoever typed it may have given somebody else's address.
 */
@Injectable()
export class RejectionComposer implements OnModuleInit {
  constructor(
    private readonly composers: Composers,
    private readonly database: Database,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.composers.register<RejectionData>(REJECTION, (due) => this.compose(due));
  }

  private async compose({ data }: DueDelivery<RejectionData>): Promise<ComposedMessage> {
    const request = await this.database.keyRequest.findUniqueOrThrow({
      where: { id: data.requestId },
    });
    // An admin has reopened the request, and perhaps rejected it anew.
    const decidedAt = request.decidedAt?.toISOString();
    if (request.reason === null || (data.decidedAt && data.decidedAt !== decidedAt)) {
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
          <p>If this can be settled, you are welcome to ask again, or to reply to this mail.</p>
          <Link href={`${PUBLIC_URL}/developers/request`}>Ask again</Link>
          <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
        </>
      ),
    };
  }
}
