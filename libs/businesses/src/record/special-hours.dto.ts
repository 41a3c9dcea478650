import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import { PeriodDto } from './hours.dto.js';

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
