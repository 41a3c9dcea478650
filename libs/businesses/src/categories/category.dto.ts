import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** A kind of business. */
@ApiSchema({ name: 'CategoryEntry' })
export class CategoryEntryDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({ example: 'food', description: 'What `category` of a search takes.' })
  slug: string;

  @ApiProperty({ maxLength: 80, example: 'Food and drink' })
  name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The slug of the category above.',
  })
  parent: string | null;
}

/** A kind of business, with the kinds of it below. */
@ApiSchema({ name: 'Category' })
export class CategoryDto extends CategoryEntryDto {
  @ApiProperty({
    type: 'integer',
    example: 812,
    description: 'Open businesses in it or below it, each counted once.',
  })
  businessCount: number;

  @ApiProperty({ type: () => [CategoryDto], example: [], description: 'By name.' })
  children: CategoryDto[];
}
