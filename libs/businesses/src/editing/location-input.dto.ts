import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import { LOCATION_PRECISIONS, type LocationDto } from '../record/location.dto.js';

const { south, north, west, east } = BOUNDS;

function Coordinate(min: number, max: number, example: number): PropertyDecorator {
  const message = `$property must be in Minnesota: from ${min} to ${max}.`;
  return Field.number({ min, max, message, example });
}

@ApiSchema({ name: 'PointInput' })
export class PointInput {
  @Coordinate(south, north, 46.7867)
  latitude: number;

  @Coordinate(west, east, -92.1005)
  longitude: number;
}

@ApiSchema({ name: 'LocationInput' })
export class LocationInput extends PointInput {
  @Field.choice(LOCATION_PRECISIONS, { default: 'exact', example: 'exact' })
  precision?: NonNullable<LocationDto['precision']>;
}
