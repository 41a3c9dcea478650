import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  AdminNoticesService,
  type Notice,
  type WaitingItem,
} from '#libs/admin/src/notices/admin-notices.service.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { excerpt } from '#libs/text/src/excerpt.js';

export const SUGGESTION_NOTICE = 'suggestion-notice';

/** Maximum length of each text in a notice about several suggestions. */
const QUOTED_TEXT = 300;
const LONGEST_NAME = 40;

const WITH_BUSINESS = { business: { select: { name: true } } } satisfies Prisma.SuggestionInclude;

type WaitingSuggestion = Prisma.SuggestionGetPayload<{ include: typeof WITH_BUSINESS }>;

/** Notifies admins of pending suggestions. */
@Injectable()
export class SuggestionNotice implements Notice, OnModuleInit {
  readonly kind = SUGGESTION_NOTICE;
  readonly noun = 'suggestion';
  readonly tag = 'Suggestions';
  readonly listOperation = 'listSuggestions';
  readonly decisions = [
    { label: 'Accept', operation: 'acceptSuggestion' },
    { label: 'Dismiss', operation: 'dismissSuggestion' },
  ];

  constructor(
    private readonly notices: AdminNoticesService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.notices.register(this);
  }

  async waiting(most: number): Promise<{ items: WaitingItem[]; count: number }> {
    const where = { status: 'pending' as const };
    const [suggestions, count] = await Promise.all([
      this.database.suggestion.findMany({
        where,
        include: WITH_BUSINESS,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: most,
      }),
      this.database.suggestion.count({ where }),
    ]);
    return { items: suggestions.map(itemOf), count };
  }
}

function itemOf(suggestion: WaitingSuggestion): WaitingItem {
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
function nameOf({ business, change }: WaitingSuggestion): string {
  const { name, title } = (change ?? {}) as { name?: string; title?: string };
  return title ?? business?.name ?? name!;
}

function quoteOf(suggestion: WaitingSuggestion, shorten = (text: string) => text): string {
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
    .map(([fact, value]) => `${fact}: ${value ?? '-'}`)
    .join('\n');
}
