import { ApiSchema, PartialType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { AddressInput } from '#libs/businesses/src/editing/address-input.dto.js';
import { PointInput } from '#libs/businesses/src/editing/location-input.dto.js';
import { SLUG_FORM } from '#libs/text/src/identifiers.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';
import { MAX_RECURRENCE_LENGTH, faultOf } from '../recurrence/rule-text.js';

@ApiSchema({ name: 'NewEvent' })
export class NewEvent {
  @Field.text({ min: 1, max: 200, example: 'Harbor Lights Festival' })
  name: string;

  @Field.slug({
    omittable: true,
    example: 'harbor-lights-festival',
    description: 'Generated from name and city if omitted. Does not change when they do.',
  })
  slug?: string;

  @Field.text({ min: 1, max: 4000, lines: true, ...CLEARABLE, example: 'Lanterns.' })
  description?: string | null;

  @Field.slug({
    by: Matches(SLUG_FORM, { message: 'category must be the slug of a category.' }),
    ...CLEARABLE,
    example: 'live-music',
    description: 'Slug of a category.',
  })
  category?: string | null;

  @Field.text({
    min: 1,
    max: 100,
    ...CLEARABLE,
    example: 'northern-lantern-cafe-minneapolis',
    description: 'Id or slug of the business that hosts the event.',
  })
  business?: string | null;

  @Field.text({ min: 1, max: 200, ...CLEARABLE, example: 'Bayfront Park' })
  venue?: string | null;

  @Field.object(AddressInput, {
    omittable: true,
    description:
      'An event without `address`, `venue` and `location` takes the address of its business when it is added or moves to another business, and does not follow later changes of it.',
  })
  address?: AddressInput;

  @Field.object(PointInput, CLEARABLE)
  location?: PointInput | null;

  @Field.url({ ...CLEARABLE, example: 'https://example.com/harbor' })
  website?: string | null;

  @Field.flag({ ...CLEARABLE, example: true, description: 'Whether admission is free.' })
  isFree?: boolean | null;

  @Field.instant({ example: exampleInstant(30, 1) })
  startsAt: Date;

  @Field.instant({ example: exampleInstant(30, 4) })
  endsAt: Date;

  @Field.text({
    max: MAX_RECURRENCE_LENGTH,
    by: RecurrenceRule(),
    ...CLEARABLE,
    example: 'FREQ=WEEKLY;COUNT=8',
    description:
      'RRULE value (RFC 5545) with a frequency of DAILY or longer, evaluated in America/Chicago. `startsAt` must be its first date.',
  })
  recurrence?: string | null;

  @Field.instants({
    max: 366,
    omittable: true,
    example: [],
    description:
      'Start times of canceled occurrences. Within the next two years, a time at which none starts is refused. They move along when `startsAt` moves to another time of day.',
  })
  excludedDates?: string[];
}

/** JSON Merge Patch (RFC 7396): omitted fields keep their values, null clears a field. */
@ApiSchema({ name: 'EventChange' })
export class EventChange extends PartialType(NewEvent, { skipNullProperties: false }) {}

export function RecurrenceRule() {
  const isShort = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= MAX_RECURRENCE_LENGTH;
  return Satisfies((value: unknown) => isShort(value) && faultOf(value) === undefined, {
    message: ({ value }: { value: unknown }) => {
      const fault = isShort(value) ? `: ${faultOf(value)}` : '';
      return `$property must be a rule such as FREQ=WEEKLY;BYDAY=FR${fault}.`;
    },
  });
}
