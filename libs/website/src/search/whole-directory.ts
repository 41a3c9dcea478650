import type { BusinessCriteria } from '#libs/businesses/src/list/business-criteria.js';

/** All open businesses by name: the list that most pages count. */
export const WHOLE_DIRECTORY: BusinessCriteria = {
  page: 1,
  limit: 1,
  sort: 'name',
  status: 'open',
};
