import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'County' })
export class CountyDto {
  @ApiProperty({ example: 'saint-louis', description: 'What `county` of a search takes.' })
  slug: string;

  @ApiProperty({
    maxLength: 100,
    example: 'St. Louis',
    description: 'As it is most often written.',
  })
  name: string;

  @ApiProperty({ type: 'integer', example: 4210, description: 'Open businesses in it.' })
  businessCount: number;
}

@ApiSchema({ name: 'City' })
export class CityDto {
  @ApiProperty({ example: 'duluth', description: 'What `city` of a search takes.' })
  slug: string;

  @ApiProperty({ maxLength: 300, example: 'Duluth', description: 'As it is most often written.' })
  name: string;

  @ApiProperty({
    maxLength: 100,
    type: String,
    nullable: true,
    example: 'St. Louis',
    description: 'The county that most of its businesses are in.',
  })
  county: string | null;

  @ApiProperty({ type: 'integer', example: 2913, description: 'Open businesses in it.' })
  businessCount: number;
}
