import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Category of businesses. */
@ApiSchema({ name: 'CategoryEntry' })
export class CategoryEntryDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({ example: 'food', description: 'Value for the `category` parameter of searches.' })
  slug: string;

  @ApiProperty({ maxLength: 80, example: 'Food and drink' })
  name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Slug of the parent category.',
  })
  parent: string | null;
}

/** Category of businesses with its subcategories. */
@ApiSchema({ name: 'Category' })
export class CategoryDto extends CategoryEntryDto {
  @ApiProperty({
    type: 'integer',
    example: 812,
    description: 'Open businesses in the category or its subcategories, each counted once.',
  })
  businessCount: number;

  @ApiProperty({ type: () => [CategoryDto], example: [], description: 'Subcategories, by name.' })
  children: CategoryDto[];
}
