import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

@ApiSchema({ name: 'BusinessMerge' })
export class BusinessMerge {
  @Field.text({
    min: 1,
    max: 100,
    example: 'the-business-to-remove',
    description: 'Id or slug of the business to merge and remove.',
  })
  from: string;

  @Field.flag({
    default: false,
    example: true,
    description: 'Merges two businesses even if both their names and their cities differ.',
  })
  force?: boolean;
}
