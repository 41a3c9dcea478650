import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Field, type FieldOptions } from '#libs/http/src/validation/field.js';
import { type Day, DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { HoursDto } from '../record/hours.dto.js';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const Time = (options: FieldOptions) =>
  Field.text({
    max: 5,
    pattern: TIME.source,
    by: Matches(TIME, { message: '$property must be a time from 00:00 to 23:59.' }),
    ...options,
  });

@ApiSchema({ name: 'HoursInput' })
export class HoursInput implements HoursDto {
  @Field.choice(DAYS, { name: 'Day', example: 'friday' })
  day: Day;

  @Time({ example: '17:00' })
  opens: string;

  @Time({ example: '01:30', description: 'A time not later than `opens` is on the next day.' })
  closes: string;
}

@ApiSchema({ name: 'PeriodInput' })
export class PeriodInput extends OmitType(HoursInput, ['day']) {}

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

  @Field.list(PeriodInput, {
    max: 10,
    omittable: true,
    example: [{ opens: '09:00', closes: '14:00' }],
  })
  hours?: PeriodInput[];

  @Field.text({ min: 1, max: 80, optional: true, nullable: true, example: 'Christmas Eve' })
  name?: string | null;
}
