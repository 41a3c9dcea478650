import { IntegerParameter } from './validation/field.js';

const MAX_PAGE = 1_000_000_000;

/** Page number parameter, for lists that define their own page size. */
export class PageNumberQuery {
  @IntegerParameter({
    min: 1,
    max: MAX_PAGE,
    default: 1,
    example: 1,
    description:
      'Page number, starting at 1. A page past the end is empty but has the correct total.',
  })
  page: number = 1;
}

/** Page number and size parameters. */
export class PageQuery extends PageNumberQuery {
  @IntegerParameter({
    min: 1,
    max: 100,
    default: 20,
    example: 20,
    description: 'Items per page. Values above 100 are rejected.',
  })
  limit: number = 20;
}
