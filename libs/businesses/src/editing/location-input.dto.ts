import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, Max, Min } from 'class-validator';
import { BOUNDS } from '#libs/geography/src/bounds.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { LOCATION_PRECISIONS, type LocationDto } from '../record/location.dto.js';

const { south, north, west, east } = BOUNDS;
const NORTH = { message: `latitude must be in Minnesota: from ${south} to ${north}.` };
const EAST = { message: `longitude must be in Minnesota: from ${west} to ${east}.` };

@ApiSchema({ name: 'PointInput' })
export class PointInput {
  @ApiProperty({ minimum: south, maximum: north, example: 46.7867 })
  @Min(south, NORTH)
  @Max(north, NORTH)
  latitude: number;

  @ApiProperty({ minimum: west, maximum: east, example: -92.1005 })
  @Min(west, EAST)
  @Max(east, EAST)
  longitude: number;
}

@ApiSchema({ name: 'LocationInput' })
export class LocationInput extends PointInput {
  @ApiPropertyOptional({ enum: LOCATION_PRECISIONS, default: 'exact', example: 'exact' })
  @Omittable()
  @IsIn(LOCATION_PRECISIONS, {
    message: `precision must be one of ${LOCATION_PRECISIONS.join(', ')}.`,
  })
  precision?: NonNullable<LocationDto['precision']>;
}
