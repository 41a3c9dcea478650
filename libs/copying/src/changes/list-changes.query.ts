import { applyDecorators } from '@nestjs/common';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import { Field, IntegerParameter } from '#libs/http/src/validation/field.js';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import {
  CHANGE_TYPES,
  type ChangeType,
  MAX_CURSOR,
  type Position,
  readCursor,
} from '../position.js';

export const MAX_CHANGES = 1_000;
const LONGEST_WAIT = 30;

const Cursor = () =>
  applyDecorators(
    FromText((text) => (text.length <= MAX_CURSOR ? readCursor(text) : undefined) ?? text),
    Satisfies((value: unknown) => typeof value === 'object', {
      message:
        'after must be a cursor from pagination.next or the Changes-Cursor header. ' +
        'If you have no cursor, take a new export (GET /api/v1/export/businesses.ndjson).',
    }),
  );

/** Selects changes and sets how long to wait for one. */
export class ListChangesQuery {
  @Field.text({
    max: MAX_CURSOR,
    pattern: '^[A-Za-z0-9_-]+$',
    omittable: true,
    description:
      'Cursor to continue from: `pagination.next` of the previous page, or the `Changes-Cursor` header of ' +
      'an export. Without it, changes start with the oldest.',
    by: Cursor(),
  })
  after?: Position;

  @ChoicesParameter({
    among: CHANGE_TYPES,
    example: ['category', 'deal', 'event'],
    description: 'Types of records to return changes for.',
  })
  type?: ChangeType[];

  @IntegerParameter({
    min: 1,
    max: MAX_CHANGES,
    default: MAX_CHANGES,
    example: 1000,
    description: 'Maximum number of changes on a page.',
  })
  limit: number = MAX_CHANGES;

  @IntegerParameter({
    min: 0,
    max: LONGEST_WAIT,
    default: 0,
    example: 0,
    description:
      'Seconds to wait for a change if there is none yet. The response is sent as soon as there is one.',
  })
  wait: number = 0;
}
