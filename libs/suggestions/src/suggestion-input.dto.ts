import { IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import { Email } from '#libs/http/src/validation/email.decorator.js';
import { RealDate } from '#libs/http/src/validation/instant.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { WebAddress } from '#libs/http/src/validation/web-address.decorator.js';

/** Topics that a report on a business can be about. */
export const REPORTABLE = [
  'hours',
  'phone',
  'website',
  'email',
  'name',
  'street',
  'city',
  'postalCode',
  'closed',
  'other',
] as const;

export type Reportable = (typeof REPORTABLE)[number];

/** Source of what a visitor sends, and an address for the decision. */
class SentInput {
  @Text({ min: 1, max: 500, lines: true })
  source: string;

  @IsOptional()
  @Email()
  email?: string;
}

/** Suggestion of a record to add. */
class RecordInput extends SentInput {
  @IsOptional()
  @WebAddress()
  website?: string;
}

/** Visitor's report on a business in the directory. */
export class ReportInput extends SentInput {
  @IsIn(REPORTABLE, { message: `about must be one of ${REPORTABLE.join(', ')}.` })
  about: Reportable;

  /** Empty if the business closed and the visitor has nothing to add. */
  @ValidateIf(({ about, correction }: ReportInput) => about !== 'closed' || correction !== '')
  @Text({ min: 1, max: 1000, lines: true })
  correction = '';
}

/** Visitor's suggestion of a business that is missing from the directory. */
export class MissingInput extends RecordInput {
  @Text({ min: 1, max: 200 })
  name: string;

  @Text({ min: 1, max: 1000, lines: true })
  correction: string;

  @Text({ min: 1, max: 100 })
  city: string;

  @IsOptional()
  @Text({ min: 1, max: 200 })
  street?: string;

  @IsOptional()
  @Text({ min: 1, max: 10 })
  postalCode?: string;

  @IsOptional()
  @Text({ min: 1, max: 30 })
  phone?: string;
}

/** Visitor's suggestion of an event. Dates and times are local to Minnesota. */
export class EventInput extends RecordInput {
  @Text({ min: 1, max: 200 })
  name: string;

  @Text({ min: 1, max: 1000, lines: true })
  description: string;

  @RealDate()
  startsOn: string;

  @TimeOfDay()
  startsAt: string;

  /** Default: the day it starts, or the next day if it ends at an earlier time of day. */
  @IsOptional()
  @RealDate()
  endsOn?: string;

  @TimeOfDay()
  endsAt: string;

  @IsOptional()
  @Text({ min: 1, max: 200 })
  venue?: string;

  @IsOptional()
  @Text({ min: 1, max: 200 })
  street?: string;

  @Text({ min: 1, max: 100 })
  city: string;
}

/** Visitor's suggestion of a deal. Dates are local to Minnesota. */
export class DealInput extends RecordInput {
  /** Name of the business, or the slug or address of its page. */
  @Text({ min: 1, max: 200 })
  business: string;

  @Text({ min: 1, max: 200 })
  title: string;

  @Text({ min: 1, max: 1000, lines: true })
  description: string;

  @IsOptional()
  @Text({ min: 1, max: 100 })
  code?: string;

  @IsOptional()
  @Text({ min: 1, max: 1000, lines: true })
  terms?: string;

  /** Default: today. */
  @IsOptional()
  @RealDate()
  startsOn?: string;

  /** Last day. Default: until further notice. */
  @IsOptional()
  @RealDate()
  endsOn?: string;
}

function TimeOfDay() {
  return Matches(/^([01]\d|2[0-3]):[0-5]\d$/, {
    message: '$property must be a time such as 19:30.',
  });
}
