import { Length } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Field } from '#libs/http/src/validation/field.js';

export class ListSynonymsQuery extends PageQuery {
  @Field.text({
    min: 1,
    max: 60,
    optional: true,
    description: 'Returns synonyms that contain this text in one of their phrases.',
    by: Length(1, 60, { message: 'q must have 1 to 60 characters.' }),
  })
  q?: string;
}
