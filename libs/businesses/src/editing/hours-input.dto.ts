import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  Matches,
  ValidateNested,
} from 'class-validator';
import { type Day, DAYS } from '#libs/directory-index/src/days.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { RealDate } from '#libs/http/src/validation/real-date.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
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

@ApiSchema({ name: 'PeriodInput' })
export class PeriodInput extends OmitType(HoursInput, ['day']) {}

@ApiSchema({ name: 'SpecialHoursInput' })
export class SpecialHoursInput {
  @ApiProperty({ format: 'date', example: '2026-12-24' })
  @RealDate()
  date: string;

  @ApiPropertyOptional({
    example: false,
    description: 'Optional, because a date without hours is closed.',
  })
  @Omittable()
  @IsBoolean({ message: 'closed must be true or false.' })
  closed?: boolean;

  @ApiPropertyOptional({
    type: [PeriodInput],
    maxItems: 10,
    example: [{ opens: '09:00', closes: '14:00' }],
  })
  @Omittable()
  @IsArray({ message: 'hours must be a list.' })
  @ArrayMaxSize(10, { message: 'hours must have at most 10 entries.' })
  @ValidateNested({ each: true, message: 'hours must be a list of {opens, closes}.' })
  @Type(() => PeriodInput)
  hours?: PeriodInput[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 80,
    example: 'Christmas Eve',
  })
  @IsOptional()
  @Text({ min: 1, max: 80 })
  name?: string | null;
}
