import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { type Day, DAYS } from '../record/enumerations.js';
import type { HoursDto } from '../record/hours.dto.js';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const AS_CLOCKS_SHOW = { message: '$property must be a time from 00:00 to 23:59.' };

@ApiSchema({ name: 'HoursInput' })
export class HoursInput implements HoursDto {
  @ApiProperty({ enum: DAYS, enumName: 'Day', example: 'friday' })
  @IsIn(DAYS, { message: `day must be one of ${DAYS.join(', ')}.` })
  day: Day;

  @ApiProperty({ pattern: TIME.source, maxLength: 5, example: '17:00' })
  @Matches(TIME, AS_CLOCKS_SHOW)
  opens: string;

  @ApiProperty({
    pattern: TIME.source,
    maxLength: 5,
    example: '01:30',
    description: 'A time not later than `opens` is on the next day.',
  })
  @Matches(TIME, AS_CLOCKS_SHOW)
  closes: string;
}
