import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

/** Interpretation of `q`. */
@ApiSchema({ name: 'Search' })
export class SearchDto {
  @Field.text({
    max: 1000,
    nullable: true,
    example: null,
    description:
      'Search text that was used instead, in lower case and without punctuation: typos are ' +
      'corrected, a county is named in full, and words that no business has, or none together ' +
      'with the others, are left out. ' +
      'Null if the search was used as typed.',
  })
  corrected: string | null;
}
