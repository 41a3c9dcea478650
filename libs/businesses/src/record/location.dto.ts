import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const LOCATION_PRECISIONS = ['exact', 'postalCode', 'city'] as const;

@ApiSchema({ name: 'Location' })
export class LocationDto {
  @ApiProperty({ example: 46.7867, description: 'Degrees north, WGS 84.' })
  latitude: number;

  @ApiProperty({ example: -92.1005, description: 'Degrees east, WGS 84.' })
  longitude: number;

  @ApiProperty({
    type: String,
    enum: LOCATION_PRECISIONS,
    nullable: true,
    example: 'exact',
    description: 'Whether this is the place itself or the centre of its ZIP area or city.',
  })
  precision: (typeof LOCATION_PRECISIONS)[number] | null;
}
