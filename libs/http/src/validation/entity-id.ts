import { Param, type PipeTransform } from '@nestjs/common';
import { ApiNotFoundResponse } from '@nestjs/swagger';
import { isUuid } from '#libs/text/src/identifiers.js';
import { ApiError } from '../errors/api-error.js';
import { documented } from '../openapi/documented.js';

/**
 * The `id` in the path of a route, in lowercase. Rejects non-UUIDs without querying the database.
 *
 * @param kind kind of record that has the id, for the description of the 404 response
 */
export const EntityId = (kind?: string) =>
  documented(
    Param('id', expectUuid),
    ...(kind ? [ApiNotFoundResponse({ description: `No ${kind} has this id.` })] : []),
  );

export const expectUuid: PipeTransform<string, string> = {
  /** @throws ApiError `not_found` */
  transform(value) {
    if (!isUuid(value)) throw new ApiError('not_found', `"${value}" is not an id. Ids are UUIDs.`);
    return value.toLowerCase();
  },
};
