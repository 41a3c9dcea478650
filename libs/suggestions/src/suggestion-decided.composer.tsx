import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ComposedMessage,
  Composers,
  type DueDelivery,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { Lines, Link } from '#libs/mail/src/message/elements.js';
import { SuggestionsRepository } from './suggestions.repository.js';

export const SUGGESTION_DECIDED = 'suggestion-decided';

interface Decided {
  suggestionId: string;
  /** Time of the decision. */
  decidedAt: string;
  /** Path of the record that was created or changed. */
  path?: string;
}

/**
 * Mails the decision on a suggestion to its sender. The mail repeats nothing that was typed, because
 * the sender may have entered another person's address.
 */
@Injectable()
export class SuggestionDecidedComposer {
  constructor(
    composers: Composers,
    private readonly suggestions: SuggestionsRepository,
    private readonly environment: Environment,
  ) {
    composers.register<Decided>(SUGGESTION_DECIDED, (due) => this.compose(due));
  }

  private async compose({ data }: DueDelivery<Decided>): Promise<ComposedMessage> {
    const suggestion = (await this.suggestions.find(data.suggestionId))!;
    const { status, reason, business, decidedAt } = suggestion;
    // An admin has reopened the suggestion and may have decided again.
    if (data.decidedAt !== decidedAt?.toISOString()) {
      throw new NoLongerDue('The decision was undone.');
    }
    const path = data.path ?? (business && `/b/${business.slug}`);
    const isAccepted = status === 'accepted';
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    return {
      subject: isAccepted ? 'Your suggestion was accepted' : 'Your suggestion was not accepted',
      body: (
        <>
          <p>Hello,</p>
          <p>
            Thank you for helping to keep the {SITE_NAME} accurate.{' '}
            {isAccepted
              ? 'We checked your suggestion and updated the directory.'
              : 'We checked your suggestion and did not change the directory, for this reason:'}
          </p>
          {reason && (
            <p>
              <Lines text={reason} />
            </p>
          )}
          {path ? (
            <Link href={PUBLIC_URL + path}>Open the page</Link>
          ) : (
            <Link href={PUBLIC_URL}>Open the directory</Link>
          )}
        </>
      ),
    };
  }
}
