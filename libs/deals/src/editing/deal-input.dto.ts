import { ApiSchema, PartialType } from '@nestjs/swagger';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';

@ApiSchema({ name: 'NewDeal' })
export class NewDeal {
  @Field.text({ min: 1, max: 200, example: 'Two rolls for one' })
  title: string;

  @Field.slug({
    omittable: true,
    example: 'two-rolls-for-one',
    description: 'Derived from the title if omitted. Later title changes do not affect it.',
  })
  slug?: string;

  @Field.text({ min: 1, max: 4000, lines: true, ...CLEARABLE, example: 'Before nine.' })
  description?: string | null;

  @Field.text({
    min: 1,
    max: 100,
    example: 'northern-lantern-cafe-minneapolis',
    description: 'Id or slug of the business that offers the deal.',
  })
  business: string;

  @Field.text({ min: 1, max: 100, ...CLEARABLE, example: 'ROLLS' })
  code?: string | null;

  @Field.url({ ...CLEARABLE, example: 'https://example.com/deal' })
  website?: string | null;

  @Field.text({ min: 1, max: 4000, lines: true, ...CLEARABLE, example: 'One each.' })
  terms?: string | null;

  @Field.instant({ example: exampleInstant(1, 6) })
  startsAt: Date;

  @Field.instant({
    ...CLEARABLE,
    example: exampleInstant(31, 6),
    description: 'End of the deal. Null means until further notice.',
  })
  endsAt?: Date | null;
}

/**
 * Fields of a deal to change. Omitted fields keep their value; null clears a field (JSON Merge
 * Patch, RFC 7396).
 */
@ApiSchema({ name: 'DealChange' })
export class DealChange extends PartialType(NewDeal, { skipNullProperties: false }) {}
