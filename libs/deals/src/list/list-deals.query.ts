import { Field } from '#libs/http/src/validation/field.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';

export class ListDealsQuery extends PageQuery {
  @Field.instant({
    words: ['now'],
    default: 'now',
    example: 'now',
    description: 'Returns only deals valid at this time: `now`, or an instant (RFC 3339).',
  })
  at: Date | 'now' = 'now';

  @ChoicesParameter({
    example: ['northern-lantern-cafe-minneapolis'],
    description: 'Ids or slugs of businesses.',
  })
  business?: string[];

  @ChoicesParameter({
    example: ['bakery', 'cafe'],
    description: 'Categories of the businesses, by slug or name. Includes their subcategories.',
  })
  category?: string[];

  @ChoicesParameter({
    example: ['Duluth', 'St. Paul'],
    description: 'Cities of the businesses, by name or slug.',
  })
  city?: string[];
}
