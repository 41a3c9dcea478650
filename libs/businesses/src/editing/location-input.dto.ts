import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Max, Min } from 'class-validator';
import { Field } from '#libs/http/src/validation/field.js';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import { LOCATION_PRECISIONS, type LocationDto } from '../record/location.dto.js';

const { south, north, west, east } = BOUNDS;

function Between(min: number, max: number): PropertyDecorator {
  const message = `$property must be in Minnesota: from ${min} to ${max}.`;
  return applyDecorators(Min(min, { message }), Max(max, { message }));
}

@ApiSchema({ name: 'PointInput' })
export class PointInput {
  @Field.number({ min: south, max: north, example: 46.7867, by: Between(south, north) })
  latitude: number;

  @Field.number({ min: west, max: east, example: -92.1005, by: Between(west, east) })
  longitude: number;
}

@ApiSchema({ name: 'LocationInput' })
export class LocationInput extends PointInput {
  @Field.choice(LOCATION_PRECISIONS, { default: 'exact', example: 'exact' })
  precision?: NonNullable<LocationDto['precision']>;
}
