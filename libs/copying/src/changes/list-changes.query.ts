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

/** Which changes, and how long to wait for one. */
export class ListChangesQuery {
  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_CURSOR,
    pattern: '^[A-Za-z0-9_-]+$',
    description:
      'The cursor to go on from: `pagination.next` of the page before, or the `Changes-Cursor` of an ' +
      'export. Without it, the changes begin with the oldest.',
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.length <= MAX_CURSOR ? (readCursor(value) ?? value) : value,
  )
  @ValidateBy({
    name: 'cursor',
    validator: {
      validate: (value) => typeof value === 'object',
      defaultMessage: () =>
        'after must be a cursor as pagination.next or the header Changes-Cursor gave it. ' +
        'If you have none, take a new export (GET /api/v1/export/businesses.ndjson).',
    },
  })
  @Omittable()
  after?: Position;

  @ApiPropertyOptional({
    example: 'category,event,deal',
    description: `What changes are wanted of, of ${CHANGE_TYPES.join(', ')}; several with commas between them.`,
  })
  @ChoicesParameter()
  @IsIn(CHANGE_TYPES, {
    each: true,
    message: `type must be of ${CHANGE_TYPES.join(', ')}.`,
  })
  @Omittable()
  type?: ChangeType[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_CHANGES,
    default: MAX_CHANGES,
    example: 1000,
    description: 'How many changes a page has at most.',
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
      'Seconds to wait for a change where there is none yet. The answer comes as soon as there is one.',
  })
  @IntegerParameter({ min: 0, max: LONGEST_WAIT })
  wait: number = 0;
}
