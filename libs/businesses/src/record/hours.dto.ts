import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Field, type FieldOptions } from '#libs/http/src/validation/field.js';
import { type SpecialHours, type Day, DAYS } from '#libs/directory-index/src/opening-hours.js';

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const Time = (options: FieldOptions) =>
  Field.text({
    max: 5,
    pattern: TIME.source,
    by: Matches(TIME, { message: '$property must be a time from 00:00 to 23:59.' }),
    ...options,
  });

/** Period of opening hours in local time. */
@ApiSchema({ name: 'Hours' })
export class HoursDto {
  @Field.choice(DAYS, { name: 'Day', example: 'friday' })
  day: Day;

  @Time({ example: '17:00' })
  opens: string;

  @Time({
    example: '01:30',
    description:
      'A time before `opens` is on the next day. A time equal to `opens` means 24 hours.',
  })
  closes: string;
}

/** Period of opening hours on a date. */
@ApiSchema({ name: 'Period' })
export class PeriodDto extends OmitType(HoursDto, ['day']) {}

/** Hours of one date, which replace the weekly ones. */
@ApiSchema({ name: 'SpecialHours' })
export class SpecialHoursDto implements SpecialHours {
  @Field.date({ example: '2026-12-24' })
  date: string;

  @Field.flag({ example: false, description: 'True if the business is closed all day.' })
  closed: boolean;

  @Field.list(PeriodDto, { max: 10, description: 'Empty if closed.' })
  hours: PeriodDto[];

  @Field.text({ max: 80, nullable: true, example: 'Christmas Eve' })
  name: string | null;
}

@ApiSchema({ name: 'SpecialHoursInput' })
export class SpecialHoursInput {
  @Field.date({ example: '2026-12-24' })
  date: string;

  @Field.flag({
    omittable: true,
    example: false,
    description: 'Optional, because a date without hours is closed.',
  })
  closed?: boolean;

  @Field.list(PeriodDto, {
    max: 10,
    omittable: true,
    example: [{ opens: '09:00', closes: '14:00' }],
  })
  hours?: PeriodDto[];

  @Field.text({ min: 1, max: 80, optional: true, nullable: true, example: 'Christmas Eve' })
  name?: string | null;
}
