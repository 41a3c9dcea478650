import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'BusinessRef' })
export class BusinessRefDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({ example: 'loon-lake-bakery-duluth' })
  slug: string;

  @ApiProperty({ maxLength: 200, example: 'Loon Lake Bakery' })
  name: string;
}
