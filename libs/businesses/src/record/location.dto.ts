import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

export const LOCATION_PRECISIONS = ['exact', 'postalCode', 'city'] as const;

@ApiSchema({ name: 'Location' })
export class LocationDto {
  @Field.number({ example: 46.7867, description: 'Latitude in degrees (WGS 84).' })
  latitude: number;

  @Field.number({ example: -92.1005, description: 'Longitude in degrees (WGS 84).' })
  longitude: number;

  @Field.choice(LOCATION_PRECISIONS, {
    nullable: true,
    example: 'exact',
    description:
      'Whether the point is exact or the center of the ZIP area or city. Null if not known.',
  })
  precision: (typeof LOCATION_PRECISIONS)[number] | null;
}
