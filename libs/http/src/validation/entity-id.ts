import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { ApiError } from '../errors/api-error.js';

/** Pipe for `@Param('id', EntityId)` that rejects non-UUIDs without querying the database. */
@Injectable()
export class EntityId implements PipeTransform<string, string> {
  /** @throws ApiError `not_found` */
  transform(value: string): string {
    if (!isUUID(value)) throw new ApiError('not_found', `"${value}" is not an id. Ids are UUIDs.`);
    return value;
  }
}
