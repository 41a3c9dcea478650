import { Matches } from 'class-validator';
import { Field } from '#libs/http/src/validation/field.js';

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
  'open',
  'other',
] as const;

export type Reportable = (typeof REPORTABLE)[number];

/** Reports whether a topic alone states the correction. */
export function isStatus(about: unknown): about is 'closed' | 'open' {
  return about === 'closed' || about === 'open';
}

/** Source of what a visitor sends, and an address for the decision. */
class SentInput {
  @Field.text({ min: 1, max: 500, lines: true })
  source: string;

  @Field.email({ optional: true })
  email?: string;
}

/** Suggestion of a record to add. */
class RecordInput extends SentInput {
  @Field.url({ optional: true })
  website?: string;
}

/** Visitor's report on a business in the directory. */
export class ReportInput extends SentInput {
  @Field.choice(REPORTABLE)
  about: Reportable;

  /** Empty if the report is about the status and the visitor has nothing to add. */
  @Field.text({
    min: 1,
    max: 1000,
    lines: true,
    when: ({ about, correction }: ReportInput) => !isStatus(about) || correction !== '',
  })
  correction = '';
}

/** Visitor's suggestion of a business that is missing from the directory. */
export class MissingInput extends RecordInput {
  @Field.text({ min: 1, max: 200 })
  name: string;

  @Field.text({ min: 1, max: 1000, lines: true })
  correction: string;

  @Field.text({ min: 1, max: 100 })
  city: string;

  @Field.text({ min: 1, max: 200, optional: true })
  street?: string;

  @Field.text({ min: 1, max: 10, optional: true })
  postalCode?: string;

  @Field.text({ min: 1, max: 30, optional: true })
  phone?: string;
}

/** Visitor's suggestion of an event. Dates and times are local to Minnesota. */
export class EventInput extends RecordInput {
  @Field.text({ min: 1, max: 200 })
  name: string;

  @Field.text({ min: 1, max: 1000, lines: true })
  description: string;

  @Field.date()
  startsOn: string;

  @TimeOfDay()
  startsAt: string;

  /** Default: the day it starts, or the next day if it ends at an earlier time within 12 hours. */
  @Field.date({ optional: true })
  endsOn?: string;

  @TimeOfDay()
  endsAt: string;

  @Field.text({ min: 1, max: 200, optional: true })
  venue?: string;

  @Field.text({ min: 1, max: 200, optional: true })
  street?: string;

  @Field.text({ min: 1, max: 100 })
  city: string;
}

/** Visitor's suggestion of a deal. Dates are local to Minnesota. */
export class DealInput extends RecordInput {
  /** Name of the business, or the slug or address of its page. */
  @Field.text({ min: 1, max: 200 })
  business: string;

  @Field.text({ min: 1, max: 200 })
  title: string;

  @Field.text({ min: 1, max: 1000, lines: true })
  description: string;

  @Field.text({ min: 1, max: 100, optional: true })
  code?: string;

  @Field.text({ min: 1, max: 1000, lines: true, optional: true })
  terms?: string;

  /** Default: today. */
  @Field.date({ optional: true })
  startsOn?: string;

  /** Last day. Default: until further notice. */
  @Field.date({ optional: true })
  endsOn?: string;
}

function TimeOfDay() {
  return Matches(/^([01]\d|2[0-3]):[0-5]\d$/, {
    message: '$property must be a time such as 19:30.',
  });
}
