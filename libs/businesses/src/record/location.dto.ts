import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const LOCATION_PRECISIONS = ['exact', 'postalCode', 'city'] as const;

@ApiSchema({ name: 'Location' })
export class LocationDto {
  @ApiProperty({ example: 46.7867, description: 'Latitude in degrees (WGS 84).' })
  latitude: number;

  @ApiProperty({ example: -92.1005, description: 'Longitude in degrees (WGS 84).' })
  longitude: number;

  @ApiProperty({
    type: String,
    enum: LOCATION_PRECISIONS,
    nullable: true,
    example: 'exact',
    description:
      'Whether the point is exact or the center of the ZIP area or city. Null if not known.',
  })
  precision: (typeof LOCATION_PRECISIONS)[number] | null;
}
