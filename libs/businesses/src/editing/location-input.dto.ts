import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, Max, Min } from 'class-validator';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { LOCATION_PRECISIONS, type LocationDto } from '../record/location.dto.js';

const NORTH = { message: 'latitude must be in Minnesota: from 43.4 to 49.5.' };
const EAST = { message: 'longitude must be in Minnesota: from -97.3 to -89.4.' };

@ApiSchema({ name: 'PointInput' })
export class PointInput {
  @ApiProperty({ minimum: 43.4, maximum: 49.5, example: 46.7867 })
  @Min(43.4, NORTH)
  @Max(49.5, NORTH)
  latitude: number;

  @ApiProperty({ minimum: -97.3, maximum: -89.4, example: -92.1005 })
  @Min(-97.3, EAST)
  @Max(-89.4, EAST)
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
