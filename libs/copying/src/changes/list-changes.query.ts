import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, ValidateBy } from 'class-validator';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { IntegerParameter } from '#libs/http/src/validation/integer.decorator.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import {
  CHANGE_TYPES,
  type ChangeType,
  MAX_CURSOR,
  type Position,
  readCursor,
} from '../position.js';

export const MAX_CHANGES = 1_000;
export const LONGEST_WAIT = 30;

/** Selects changes and sets how long to wait for one. */
export class ListChangesQuery {
  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_CURSOR,
    pattern: '^[A-Za-z0-9_-]+$',
    description:
      'Cursor to continue from: `pagination.next` of the previous page, or the `Changes-Cursor` header of ' +
      'an export. Without it, changes start with the oldest.',
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.length <= MAX_CURSOR ? (readCursor(value) ?? value) : value,
  )
  @ValidateBy({
    name: 'cursor',
    validator: {
      validate: (value) => typeof value === 'object',
      defaultMessage: () =>
        'after must be a cursor from pagination.next or the Changes-Cursor header. ' +
        'If you have no cursor, take a new export (GET /api/v1/export/businesses.ndjson).',
    },
  })
  @Omittable()
  after?: Position;

  @ApiPropertyOptional({
    example: 'category,event,deal',
    description: `Comma-separated types of records to return changes for: ${CHANGE_TYPES.join(', ')}.`,
  })
  @ChoicesParameter()
  @IsIn(CHANGE_TYPES, {
    each: true,
    message: `type must be one or more of ${CHANGE_TYPES.join(', ')}.`,
  })
  @Omittable()
  type?: ChangeType[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_CHANGES,
    default: MAX_CHANGES,
    example: 1000,
    description: 'Maximum number of changes on a page.',
  })
  @IntegerParameter({ min: 1, max: MAX_CHANGES })
  limit: number = MAX_CHANGES;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_WAIT,
    default: 0,
    example: 0,
    description:
      'Seconds to wait for a change if there is none yet. The response is sent as soon as there is one.',
  })
  @IntegerParameter({ min: 0, max: LONGEST_WAIT })
  wait: number = 0;
}
