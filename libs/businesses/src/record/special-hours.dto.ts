import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import { PeriodDto } from './hours.dto.js';

/** Hours of one date, which replace the weekly ones. */
@ApiSchema({ name: 'SpecialHours' })
export class SpecialHoursDto implements SpecialHours {
  @ApiProperty({ format: 'date', example: '2026-12-24' })
  date: string;

  @ApiProperty({ example: false, description: 'True if the business is closed all day.' })
  closed: boolean;

  @ApiProperty({ type: [PeriodDto], maxItems: 10, description: 'Empty if closed.' })
  hours: PeriodDto[];

  @ApiProperty({ type: String, nullable: true, maxLength: 80, example: 'Christmas Eve' })
  name: string | null;
}
