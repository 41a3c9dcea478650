import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Day = (typeof DAYS)[number];

/** One stretch of opening hours, in local time. */
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
    description: 'Not later than `opens`: on the day after. The same as `opens`: 24 hours.',
  })
  closes: string;
}
