import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';

export class ListCitiesQuery extends PageQuery {
  @ChoicesParameter({
    example: ['Hennepin', 'St. Louis'],
    description: 'Returns only cities with businesses in these counties, given by name or slug.',
  })
  county?: string[];
}
