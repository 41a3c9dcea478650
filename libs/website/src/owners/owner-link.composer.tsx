import { Injectable } from '@nestjs/common';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Action } from '#libs/mail/src/message/elements.js';
import { OWNER_LINK, OwnerLinks } from './owner-links.service.js';

/** Mails the link to a business's owner. Each attempt contains a new link. */
@Injectable()
export class OwnerLinkComposer {
  constructor(
    composers: Composers,
    private readonly businesses: BusinessesRepository,
    private readonly links: OwnerLinks,
    private readonly environment: Environment,
  ) {
    composers.register<{ businessId: string }>(OWNER_LINK, (due) => this.compose(due));
  }

  private async compose({
    recipient,
    data,
  }: DueDelivery<{ businessId: string }>): Promise<ComposedMessage> {
    const business = await this.businesses.findPresent(data.businessId);
    if (business?.email !== recipient)
      throw new NoLongerDue('The business no longer has this address.');
    const token = await this.links.mint(business);
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: 'Correct what the directory says about your business',
      body: (
        <>
          <p>Hello,</p>
          <p>
            The {SITE_NAME} lists {business.name} with this email address. Someone asked for a link
            to correct the entry as its owner. If that was you, open it within three days:
          </p>
          <Action href={`${PUBLIC_URL}/b/${business.slug}/owner/${token}`}>
            Correct the entry
          </Action>
          <p>A person checks every correction. If you did not ask for this, ignore this email.</p>
        </>
      ),
    };
  }
}
