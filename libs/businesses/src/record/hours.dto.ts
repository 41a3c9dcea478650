import { ApiSchema, OmitType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { type SpecialHours, type Day, DAYS } from '#libs/directory-index/src/opening-hours.js';

const PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** Period of opening hours in local time. */
@ApiSchema({ name: 'Hours' })
export class HoursDto {
  @Field.choice(DAYS, { name: 'Day', example: 'friday' })
  day: Day;

  @Field.text({ pattern: PATTERN, max: 5, example: '17:00' })
  opens: string;

  @Field.text({
    pattern: PATTERN,
    max: 5,
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
