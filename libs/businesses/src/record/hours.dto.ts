import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Day, DAYS } from './enumerations.js';

/** Period of opening hours in local time. */
@ApiSchema({ name: 'Hours' })
export class HoursDto {
  @ApiProperty({ enum: DAYS, enumName: 'Day', example: 'friday' })
  day: Day;

  @ApiProperty({ maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example: '17:00' })
  opens: string;

  @ApiProperty({
    maxLength: 5,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    example: '01:30',
    description:
      'A time before `opens` is on the next day. A time equal to `opens` means 24 hours.',
  })
  closes: string;
}
