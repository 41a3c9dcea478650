import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'County' })
export class CountyDto {
  @ApiProperty({
    example: 'saint-louis',
    description: 'Value for the `county` parameter of searches.',
  })
  slug: string;

  @ApiProperty({
    maxLength: 100,
    example: 'St. Louis',
    description: 'Most frequent spelling.',
  })
  name: string;

  @ApiProperty({ type: 'integer', example: 4210, description: 'Number of open businesses.' })
  businessCount: number;
}

@ApiSchema({ name: 'City' })
export class CityDto {
  @ApiProperty({ example: 'duluth', description: 'Value for the `city` parameter of searches.' })
  slug: string;

  @ApiProperty({ maxLength: 300, example: 'Duluth', description: 'Most frequent spelling.' })
  name: string;

  @ApiProperty({
    maxLength: 100,
    type: String,
    nullable: true,
    example: 'St. Louis',
    description: 'County of most of its businesses.',
  })
  county: string | null;

  @ApiProperty({ type: 'integer', example: 2913, description: 'Number of open businesses.' })
  businessCount: number;
}
