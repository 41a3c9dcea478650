import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, Matches, ValidateNested } from 'class-validator';
import { AddressInput } from '#libs/businesses/src/editing/address-input.dto.js';
import { PointInput } from '#libs/businesses/src/editing/location-input.dto.js';
import { MAX_SLUG_LENGTH, SLUG_FORM } from '#libs/text/src/identifiers.js';
import { exampleInstant } from '#libs/http/src/openapi/example-instant.js';
import { InstantParameter, IsInstant } from '#libs/http/src/validation/instant.decorator.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { MAX_WEB_ADDRESS, WebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import { MAX_RECURRENCE_LENGTH } from '../recurrence/rule-text.js';
import { RecurrenceRule } from './recurrence-rule.decorator.js';

@ApiSchema({ name: 'NewEvent' })
export class NewEvent {
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Harbor Lights Festival' })
  @Text({ min: 1, max: 200 })
  name: string;

  @ApiPropertyOptional({
    example: 'harbor-lights-festival',
    description: 'Generated from name and city if omitted. Does not change when they do.',
  })
  @Omittable()
  @Matches(SLUG_FORM, { message: 'slug must be lowercase words separated by hyphens.' })
  slug?: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 4000, example: 'Lanterns.' })
  @IsOptional()
  @Text({ min: 1, max: 4000, lines: true })
  description?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_SLUG_LENGTH,
    example: 'music',
    description: 'Slug of a category.',
  })
  @IsOptional()
  @Matches(SLUG_FORM, { message: 'category must be the slug of a category.' })
  category?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_SLUG_LENGTH,
    example: 'northern-lantern-cafe-minneapolis',
    description: 'Id or slug of the business that hosts the event.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  business?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200, example: 'Bayfront Park' })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  venue?: string | null;

  @ApiPropertyOptional({ type: AddressInput })
  @Omittable()
  @ValidateNested({ message: 'address must be an object.' })
  @Type(() => AddressInput)
  address?: AddressInput;

  @ApiPropertyOptional({ type: PointInput, nullable: true })
  @IsOptional()
  @ValidateNested({ message: 'location must be an object or null.' })
  @Type(() => PointInput)
  location?: PointInput | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_WEB_ADDRESS,
    example: 'https://example.com/harbor',
  })
  @IsOptional()
  @WebAddress()
  website?: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: exampleInstant(30, 1) })
  @InstantParameter()
  startsAt: Date;

  @ApiProperty({ type: String, format: 'date-time', example: exampleInstant(30, 4) })
  @InstantParameter()
  endsAt: Date;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_RECURRENCE_LENGTH,
    example: 'FREQ=WEEKLY;BYDAY=FR;COUNT=8',
    description:
      'RRULE value (RFC 5545) with a frequency of DAILY or longer, evaluated in America/Chicago. A rule that never gives a date is refused.',
  })
  @IsOptional()
  @RecurrenceRule()
  recurrence?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    maxItems: 366,
    example: [],
    description: 'Start times of canceled occurrences.',
  })
  @Omittable()
  @IsArray({ message: 'excludedDates must be a list of timestamps.' })
  @ArrayMaxSize(366, { message: 'excludedDates must have at most 366 entries.' })
  @IsInstant({ each: true, message: 'excludedDates must be a list of timestamps.' })
  excludedDates?: string[];
}

/** JSON Merge Patch (RFC 7396): omitted fields keep their values, null clears a field. */
@ApiSchema({ name: 'EventChange' })
export class EventChange extends PartialType(NewEvent, { skipNullProperties: false }) {}
