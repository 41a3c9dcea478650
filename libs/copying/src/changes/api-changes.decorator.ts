import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, ApiSchema } from '@nestjs/swagger';
import { SCHEMAS, Field } from '#libs/http/src/validation/field.js';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DealDto } from '#libs/deals/src/record/deal.dto.js';
import { EventDto } from '#libs/events/src/record/event.dto.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { NamedCategoryDto } from '#libs/businesses/src/categories/category.dto.js';
import { MAX_CHANGES } from './list-changes.query.js';
import { MAX_CURSOR } from '../position.js';

/** Category as it appears in changes: without counts, which every change would move. */
@ApiSchema({ name: 'ChangedCategory' })
class ChangedCategoryDto extends NamedCategoryDto {}

@ApiSchema({ name: 'ChangesPagination' })
class ChangesPaginationDto {
  @Field.integer({ example: 1000, description: 'Maximum number of changes on a page.' })
  limit: number;

  @Field.text({
    max: MAX_CURSOR,
    example: 'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
    description: 'Cursor to send as `after` in the next request, even if nothing has changed.',
  })
  next: string;

  @Field.flag({ example: false, description: 'True if more changes are available now.' })
  hasMore: boolean;
}

const RECORDS = {
  business: BusinessDto,
  category: ChangedCategoryDto,
  event: EventDto,
  deal: DealDto,
};

/** Documents a page of changes in OpenAPI. */
export const ApiChanges = () =>
  applyDecorators(
    ApiExtraModels(ChangesPaginationDto, ...Object.values(RECORDS)),
    ApiResponse({
      status: 200,
      description: 'A page of changes, oldest first.',
      headers: sharedHeaders(['Directory-Version', 'Vary']),
      schema: {
        type: 'object',
        required: ['success', 'data', 'pagination'],
        properties: {
          success: { type: 'boolean', enum: [true], example: true },
          data: {
            type: 'array',
            maxItems: MAX_CHANGES,
            items: {
              oneOf: [
                ...Object.entries(RECORDS).map(([type, model]) => changed(type, model)),
                DELETED,
              ],
            },
          },
          pagination: { $ref: getSchemaPath(ChangesPaginationDto) },
        },
      },
    }),
  );

const TYPES = Object.keys(RECORDS);
const REQUIRED = ['type', 'id', 'deleted', 'record'];

const changed = (type: string, model: Type) => ({
  type: 'object' as const,
  required: REQUIRED,
  properties: {
    type: { type: 'string' as const, enum: [type], description: 'Type of the changed record.' },
    id: SCHEMAS.id,
    deleted: { type: 'boolean' as const, enum: [false] },
    record: { description: 'The current record.', allOf: [{ $ref: getSchemaPath(model) }] },
  },
});

const DELETED = {
  title: 'DeletedRecord',
  type: 'object' as const,
  required: REQUIRED,
  properties: {
    type: { type: 'string' as const, enum: TYPES, description: 'Type of the deleted record.' },
    id: SCHEMAS.id,
    deleted: {
      type: 'boolean' as const,
      enum: [true],
      description: 'The record was deleted. Delete it from your copy.',
    },
    record: { type: 'null' as const },
  },
};
