import { ApiPropertyOptional } from '@nestjs/swagger';
import { IntegerParameter } from './validation/integer.decorator.js';

export const MAX_PAGE = 1_000_000_000;

/** Which page of a list, for those that bound the size of a page in their own way. */
export class PageNumberQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
    example: 1,
    description: 'The page to answer, from 1. A page past the end is empty, with the true total.',
  })
  @IntegerParameter({ min: 1, max: MAX_PAGE })
  page: number = 1;
}

/** Which page of a list. */
export class PageQuery extends PageNumberQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
    example: 20,
    description: 'How many items a page has. More than 100 is refused, not cut.',
  })
  @IntegerParameter({ min: 1, max: 100 })
  limit: number = 20;
}
