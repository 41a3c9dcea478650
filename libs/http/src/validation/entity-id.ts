import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { ApiError } from '../errors/api-error.js';

/** For `@Param('id', EntityId)`: what is no UUID names nothing, and is not asked for. */
@Injectable()
export class EntityId implements PipeTransform<string, string> {
  /** @throws ApiError `not_found` */
  transform(value: string): string {
    if (!isUUID(value)) throw new ApiError('not_found', 'There is nothing with this id.');
    return value;
  }
}
