import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { MAX_SLUG_LENGTH, SLUG_FORM } from '#libs/text/src/identifiers.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';

@ApiSchema({ name: 'NewCategory' })
export class NewCategory {
  @ApiProperty({ minLength: 1, maxLength: 80, example: 'Bakeries' })
  @Text({ min: 1, max: 80 })
  name: string;

  @ApiPropertyOptional({
    example: 'bakeries',
    description: 'Derived from the name if omitted. Later name changes do not affect it.',
  })
  @Omittable()
  @Matches(SLUG_FORM, { message: 'slug must be lowercase words separated by hyphens.' })
  slug?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_SLUG_LENGTH,
    example: 'food',
    description: 'Slug of the parent category. Null for a top-level category.',
  })
  @IsOptional()
  @Matches(SLUG_FORM, { message: 'parent must be the slug of a category.' })
  parent?: string | null;
}

/** Fields of a category to change. Omitted fields keep their value. */
@ApiSchema({ name: 'CategoryChange' })
export class CategoryChange extends PartialType(NewCategory, { skipNullProperties: false }) {}
