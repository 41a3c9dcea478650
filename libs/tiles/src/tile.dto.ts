import { OmitType } from '@nestjs/swagger';
import { BusinessFilterQuery } from '#libs/businesses/src/list/list-businesses.query.js';
import { IntegerParameter } from '#libs/http/src/validation/field.js';

export const MAX_ZOOM = 18;

const Coordinate = (name: 'x' | 'y') =>
  IntegerParameter({
    min: 0,
    max: 2 ** MAX_ZOOM - 1,
    message: `${name} must be a whole number from 0 to 2^z - 1.`,
    example: 0,
    description: `${name === 'x' ? 'Column from the west' : 'Row from the north'}.`,
  });

/** Address of a tile in the XYZ scheme of web maps. */
export class TileParameters {
  @IntegerParameter({
    min: 0,
    max: MAX_ZOOM,
    message: `z must be a whole number from 0 to ${MAX_ZOOM}.`,
    example: 12,
    description: 'Zoom level.',
  })
  z: number;

  @Coordinate('x')
  x: number;

  @Coordinate('y')
  y: number;
}

/**
 * Filters of the list, without a place, because the tile is one, without order and page, and
 * without `updatedSince`, which also finds removed businesses.
 */
export class TileQuery extends OmitType(BusinessFilterQuery, [
  'page',
  'limit',
  'sort',
  'latitude',
  'longitude',
  'radius',
  'bbox',
  'updatedSince',
]) {}
