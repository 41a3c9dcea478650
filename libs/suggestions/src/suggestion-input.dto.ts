import { IsIn, IsOptional } from 'class-validator';
import { Email } from '#libs/http/src/validation/email.decorator.js';
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

/** Visitor's report on a business in the directory. */
export class ReportInput {
  @IsIn(REPORTABLE, { message: `about must be one of ${REPORTABLE.join(', ')}.` })
  about: Reportable;

  @Text({ min: 1, max: 1000, lines: true })
  correction: string;

  @Text({ min: 1, max: 500, lines: true })
  source: string;

  @IsOptional()
  @Email()
  email?: string;
}

/** Visitor's suggestion of a business that is missing from the directory. */
export class MissingInput {
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

  @IsOptional()
  @WebAddress()
  website?: string;

  @Text({ min: 1, max: 500, lines: true })
  source: string;

  @IsOptional()
  @Email()
  email?: string;
}
