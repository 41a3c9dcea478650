import { ApiSchema } from '@nestjs/swagger';
import { Field, field } from '#libs/http/src/validation/field.js';

/** Category of businesses. */
@ApiSchema({ name: 'CategoryEntry' })
export class CategoryEntryDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({
    example: 'food-and-drink',
    description: 'Value for the `category` parameter of searches.',
  })
  slug: string;

  @Field.text({ max: 80, example: 'Food and drink' })
  name: string;

  @Field.slug({ nullable: true, example: null, description: 'Slug of the parent category.' })
  parent: string | null;
}

/** Category of businesses, as callers read it. */
export class NamedCategoryDto extends CategoryEntryDto {
  @Field.instant({
    example: '2026-02-21T09:00:00.000Z',
    description:
      'Time of the last rename. If it is in `/changes`, set the new name in every business of your copy ' +
      'that has this `slug` in its `categories`, and raise its `updatedAt` to this time if it is earlier.',
  })
  namedAt: string;

  @Field.url({ example: 'https://directory.example.com/api/v1/categories/food-and-drink' })
  url: string;
}

/** Category of businesses with its subcategories. */
@ApiSchema({ name: 'Category' })
export class CategoryDto extends NamedCategoryDto {
  @Field.integer({
    example: 812,
    description: 'Open businesses in the category or its subcategories, each counted once.',
  })
  businessCount: number;

  @field({ type: () => [CategoryDto] }, { example: [], description: 'Subcategories, by name.' })
  children: CategoryDto[];
}
