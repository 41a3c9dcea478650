import { Param, type PipeTransform } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import { ApiError } from '../errors/api-error.js';

/** The `id` in the path of a route, in lowercase. Rejects non-UUIDs without querying the database. */
export const EntityId = () => Param('id', expectUuid);

export const expectUuid: PipeTransform<string, string> = {
  /** @throws ApiError `not_found` */
  transform(value) {
    if (!isUuid(value)) throw new ApiError('not_found', `"${value}" is not an id. Ids are UUIDs.`);
    return value.toLowerCase();
  },
};
