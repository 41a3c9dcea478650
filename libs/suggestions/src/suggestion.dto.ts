import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsOptional, ValidateNested } from 'class-validator';
import { BusinessChange } from '#libs/businesses/src/editing/business-input.dto.js';
import type { SuggestionStatus } from '#libs/database/src/database.js';
import { NewDeal } from '#libs/deals/src/editing/deal-input.dto.js';
import { NewEvent } from '#libs/events/src/editing/event-input.dto.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { REPORTABLE } from './suggestion-input.dto.js';

/** Topic of a suggestion about a business that is missing from the directory. */
export const MISSING = 'missing';
/** Topics of a suggested event and a suggested deal. */
export const EVENT = 'event';
export const DEAL = 'deal';

export const SUGGESTION_STATUSES = [
  'pending',
  'accepted',
  'dismissed',
] as const satisfies SuggestionStatus[];

export const SENDERS = ['visitor', 'owner'] as const;

export type Sender = (typeof SENDERS)[number];

export class ListSuggestionsQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: SUGGESTION_STATUSES,
    description: 'Returns only suggestions with this status.',
  })
  @IsOptional()
  @IsIn(SUGGESTION_STATUSES, {
    message: `status must be one of ${SUGGESTION_STATUSES.join(', ')}.`,
  })
  status?: SuggestionStatus;
}

@ApiSchema({ name: 'Acceptance' })
export class AcceptanceDto {
  @ApiPropertyOptional({
    type: BusinessChange,
    description: 'Change to apply instead of the suggested one.',
  })
  @Omittable()
  @ValidateNested({ message: 'change must be an object.' })
  @Type(() => BusinessChange)
  change?: BusinessChange;

  @ApiPropertyOptional({
    type: NewEvent,
    description: 'Event to add instead of the suggested one.',
  })
  @Omittable()
  @ValidateNested({ message: 'event must be an object.' })
  @Type(() => NewEvent)
  event?: NewEvent;

  @ApiPropertyOptional({
    type: NewDeal,
    description: 'Deal to add instead of the suggested one.',
  })
  @Omittable()
  @ValidateNested({ message: 'deal must be an object.' })
  @Type(() => NewDeal)
  deal?: NewDeal;
}

@ApiSchema({ name: 'Dismissal' })
export class DismissalDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 1000,
    example: 'The website already has this address.',
    description: 'Mailed to the visitor if they left an email address.',
  })
  @Text({ min: 1, max: 1000, lines: true })
  reason: string;
}

@ApiSchema({ name: 'Suggestion' })
export class SuggestionDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ enum: SUGGESTION_STATUSES, example: 'pending' })
  status: SuggestionStatus;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Business id, or null if the suggestion is about a missing business, an event, or a deal of a business that the visitor did not identify.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  businessId: string | null;

  @ApiProperty({ enum: [...REPORTABLE, MISSING, EVENT, DEAL], example: 'phone' })
  about: string;

  @ApiProperty({ description: 'Correction as the visitor typed it.', example: '(218) 555-0147' })
  correction: string;

  @ApiProperty({ description: 'Source the visitor gave.', example: 'It is on their door.' })
  source: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'Change that accepting applies, in the form that PATCH or POST of a business, or POST of an event or a deal, takes. Null if an admin must write the change.',
    example: { phone: '+12185550147' },
  })
  change: object | null;

  @ApiProperty({ type: String, format: 'email', nullable: true, example: 'ole@example.org' })
  email: string | null;

  @ApiProperty({
    enum: SENDERS,
    description:
      '`owner` if the report was sent through a link mailed to the email address of the business.',
    example: 'visitor',
  })
  sentBy: Sender;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason for the dismissal.',
    example: null,
  })
  reason: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  decidedAt: Date | null;

  @ApiProperty({
    type: String,
    format: 'email',
    nullable: true,
    description: 'Email address of the admin who decided.',
    example: null,
  })
  decidedBy: string | null;
}

@ApiSchema({ name: 'FieldDifference' })
export class FieldDifferenceDto {
  @ApiProperty({ example: 'phone' })
  field: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Value in the directory.',
    example: '+12185550100',
  })
  present: unknown;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Value in the suggestion.',
    example: '+12185550147',
  })
  proposed: unknown;
}

@ApiSchema({ name: 'SuggestionWithDifference' })
export class SuggestionWithDifferenceDto extends SuggestionDto {
  @ApiProperty({
    type: [FieldDifferenceDto],
    description:
      'Differences between `change` and the current record of the business, or all fields of a new record.',
  })
  difference: FieldDifferenceDto[];
}
