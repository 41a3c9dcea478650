import { Injectable } from '@nestjs/common';
import {
  AdminNoticesService,
  type Notice,
  type WaitingItem,
} from '#libs/admin/src/notices/admin-notices.service.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { type StoredSuggestion, SuggestionsRepository } from './suggestions.repository.js';

export const SUGGESTION_NOTICE = 'suggestion-notice';

/** Maximum length of each text in a notice about several suggestions. */
const QUOTED_TEXT = 300;
const LONGEST_NAME = 40;

@Injectable()
export class SuggestionNotice implements Notice {
  readonly kind = SUGGESTION_NOTICE;
  readonly noun = 'suggestion';
  readonly tag = 'Suggestions';
  readonly listOperation = 'listSuggestions';
  readonly decisions = [
    { label: 'Accept', operation: 'acceptSuggestion' },
    { label: 'Dismiss', operation: 'dismissSuggestion' },
  ];

  constructor(
    notices: AdminNoticesService,
    private readonly suggestions: SuggestionsRepository,
  ) {
    notices.register(this);
  }

  async waiting(most: number): Promise<{ items: WaitingItem[]; count: number }> {
    const { items, total } = await this.suggestions.list('pending', 0, most);
    return { items: items.map(itemOf), count: total };
  }
}

function itemOf(suggestion: StoredSuggestion): WaitingItem {
  const { id, createdAt, about } = suggestion;
  const name = `${excerpt(nameOf(suggestion), LONGEST_NAME)} (${about})`;
  return {
    id,
    createdAt,
    name,
    replyTo: suggestion.email ?? undefined,
    subject: `Suggestion: ${name}`,
    quote: quoteOf(suggestion),
    shortQuote: quoteOf(suggestion, (text) => excerpt(text, QUOTED_TEXT)),
  };
}

/** Returns the name of the business, or the name that the visitor gave to a new record. */
function nameOf({ business, change }: StoredSuggestion): string {
  const { name, title } = (change ?? {}) as { name?: string; title?: string };
  return title ?? business?.name ?? name!;
}

function quoteOf(suggestion: StoredSuggestion, shorten = (text: string) => text): string {
  const { about, correction, source, email, sentBy } = suggestion;
  const { startsAt } = (suggestion.change ?? {}) as { startsAt?: string };
  const facts = {
    Name: nameOf(suggestion),
    About: about,
    Correction: shorten(correction),
    ...(startsAt && { Starts: startsAt }),
    Source: shorten(source),
    Email: email,
    'Sent by': sentBy,
  };
  return Object.entries(facts)
    .map(([fact, value]) => `${fact}: ${value || '-'}`)
    .join('\n');
}
