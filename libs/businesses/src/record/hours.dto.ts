import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { type Day, DAYS } from '#libs/directory-index/src/days.js';

const PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** Period of opening hours in local time. */
@ApiSchema({ name: 'Hours' })
export class HoursDto {
  @ApiProperty({ enum: DAYS, enumName: 'Day', example: 'friday' })
  day: Day;

  @ApiProperty({ maxLength: 5, pattern: PATTERN, example: '17:00' })
  opens: string;

  @ApiProperty({
    maxLength: 5,
    pattern: PATTERN,
    example: '01:30',
    description:
      'A time before `opens` is on the next day. A time equal to `opens` means 24 hours.',
  })
  closes: string;
}

/** Period of opening hours on a date. */
@ApiSchema({ name: 'Period' })
export class PeriodDto extends OmitType(HoursDto, ['day']) {}
