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
    description: 'Made from the name where it is left out, and kept when that changes.',
  })
  @Omittable()
  @Matches(SLUG_FORM, { message: 'slug must be lower-case words with hyphens between them.' })
  slug?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_SLUG_LENGTH,
    example: 'food',
    description: 'The slug of the category above; null for none.',
  })
  @IsOptional()
  @Matches(SLUG_FORM, { message: 'parent must be the slug of a category.' })
  parent?: string | null;
}

/** What is left out stays as it is. */
@ApiSchema({ name: 'CategoryChange' })
export class CategoryChange extends PartialType(NewCategory, { skipNullProperties: false }) {}
