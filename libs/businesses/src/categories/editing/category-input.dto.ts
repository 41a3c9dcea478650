import { ApiSchema, PartialType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { SLUG_FORM } from '#libs/text/src/identifiers.js';

@ApiSchema({ name: 'NewCategory' })
export class NewCategory {
  @Field.text({ min: 1, max: 80, example: 'Bakeries' })
  name: string;

  @Field.slug({
    omittable: true,
    example: 'bakeries',
    description: 'Derived from the name if omitted. Later name changes do not affect it.',
  })
  slug?: string;

  @Field.slug({
    by: Matches(SLUG_FORM, { message: 'parent must be the slug of a category.' }),
    ...CLEARABLE,
    example: 'food-and-drink',
    description: 'Slug of the parent category. Null for a top-level category.',
  })
  parent?: string | null;
}

/** Fields of a category to change. Omitted fields keep their value. */
@ApiSchema({ name: 'CategoryChange' })
export class CategoryChange extends PartialType(NewCategory, { skipNullProperties: false }) {}
