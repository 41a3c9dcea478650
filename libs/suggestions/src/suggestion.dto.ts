import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { BusinessChange } from '#libs/businesses/src/editing/business-input.dto.js';
import { SuggestionStatus } from '#libs/database/src/database.js';
import { NewDeal } from '#libs/deals/src/editing/deal-input.dto.js';
import { NewEvent } from '#libs/events/src/editing/event-input.dto.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { REPORTABLE } from './suggestion-input.dto.js';

/** Topic of a suggestion about a business that is missing from the directory. */
export const MISSING = 'missing';
/** Topics of a suggested event and a suggested deal. */
export const EVENT = 'event';
export const DEAL = 'deal';

const SUGGESTION_STATUSES = Object.values(SuggestionStatus);

const SENDERS = ['visitor', 'owner'] as const;

export type Sender = (typeof SENDERS)[number];

export class ListSuggestionsQuery extends PageQuery {
  @Field.choice(SUGGESTION_STATUSES, {
    optional: true,
    description: 'Returns only suggestions with this status.',
  })
  status?: SuggestionStatus;
}

@ApiSchema({ name: 'Acceptance' })
export class AcceptanceDto {
  @Field.object(BusinessChange, {
    omittable: true,
    description: 'Change to apply instead of the suggested one.',
  })
  change?: BusinessChange;

  @Field.object(NewEvent, {
    omittable: true,
    description: 'Event to add instead of the suggested one.',
  })
  event?: NewEvent;

  @Field.object(NewDeal, {
    omittable: true,
    description: 'Deal to add instead of the suggested one.',
  })
  deal?: NewDeal;
}

@ApiSchema({ name: 'Dismissal' })
export class DismissalDto {
  @Field.text({
    min: 1,
    max: 1000,
    lines: true,
    example: 'The website already has this address.',
    description: 'Mailed to the visitor if they left an email address.',
  })
  reason: string;
}

@ApiSchema({ name: 'Suggestion' })
export class SuggestionDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(SUGGESTION_STATUSES, { example: 'pending' })
  status: SuggestionStatus;

  @Field.id({
    nullable: true,
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
    description:
      'Business id, or null if the suggestion is about a missing business, an event, or a deal of a business that the visitor did not identify.',
  })
  businessId: string | null;

  @Field.text({
    nullable: true,
    example: 'Loon Lake Bakery',
    description: 'Current name of that business.',
  })
  businessName: string | null;

  @Field.choice([...REPORTABLE, MISSING, EVENT, DEAL], { example: 'phone' })
  about: string;

  @Field.text({
    example: '(218) 555-0147',
    description:
      'Correction as the visitor typed it. May be empty if `about` is `closed` or `open`.',
  })
  correction: string;

  @Field.text({ example: 'It is on their door.', description: 'Source the visitor gave.' })
  source: string;

  @Field.json({
    nullable: true,
    example: { phone: '+12185550147' },
    description:
      'Change that accepting applies, in the form that PATCH or POST of a business, or POST of an event or a deal, takes. Null if an admin must write the change.',
  })
  change: object | null;

  @Field.email({ nullable: true, example: 'ole@example.org' })
  email: string | null;

  @Field.choice(SENDERS, {
    example: 'visitor',
    description:
      '`owner` if the report was sent through a link mailed to the email address of the business.',
  })
  sentBy: Sender;

  @Field.text({ nullable: true, example: null, description: 'Reason for the dismissal.' })
  reason: string | null;

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @Field.instant({ nullable: true, example: null })
  decidedAt: Date | null;

  @Field.email({
    nullable: true,
    example: null,
    description: 'Email address of the admin who decided.',
  })
  decidedBy: string | null;
}

@ApiSchema({ name: 'FieldDifference' })
export class FieldDifferenceDto {
  @Field.text({ example: 'phone' })
  field: string;

  @Field.text({ nullable: true, example: '+12185550100', description: 'Value in the directory.' })
  present: unknown;

  @Field.text({ nullable: true, example: '+12185550147', description: 'Value in the suggestion.' })
  proposed: unknown;
}

@ApiSchema({ name: 'SuggestionWithDifference' })
export class SuggestionWithDifferenceDto extends SuggestionDto {
  @Field.list(FieldDifferenceDto, {
    description:
      'Differences between `change` and the current record of the business, or all fields of a new record.',
  })
  difference: FieldDifferenceDto[];
}
