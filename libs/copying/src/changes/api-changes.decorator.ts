import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DealDto } from '#libs/deals/src/record/deal.dto.js';
import { EventDto } from '#libs/events/src/record/event.dto.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { ChangedCategoryDto, ChangesPaginationDto } from './change.dto.js';
import { MAX_CHANGES } from './list-changes.query.js';

const RECORDS = {
  business: BusinessDto,
  category: ChangedCategoryDto,
  event: EventDto,
  deal: DealDto,
};

/** Documents a page of changes. */
export const ApiChanges = () =>
  applyDecorators(
    ApiExtraModels(ChangesPaginationDto, ...Object.values(RECORDS)),
    ApiResponse({
      status: 200,
      description: 'A page of changes, the oldest first.',
      headers: sharedHeaders(['Directory-Version', 'Cache-Control', 'Vary']),
      schema: {
        type: 'object',
        required: ['success', 'data', 'pagination'],
        properties: {
          success: { type: 'boolean', enum: [true], example: true },
          data: {
            type: 'array',
            maxItems: MAX_CHANGES,
            items: { oneOf: Object.entries(RECORDS).map(([type, model]) => change(type, model)) },
          },
          pagination: { $ref: getSchemaPath(ChangesPaginationDto) },
        },
      },
    }),
  );

const change = (type: string, model: Type) => ({
  type: 'object' as const,
  required: ['type', 'id', 'deleted', 'record'],
  properties: {
    type: { type: 'string' as const, enum: [type], description: 'What it is that changed.' },
    id: { type: 'string' as const, format: 'uuid', maxLength: 36 },
    deleted: { type: 'boolean' as const, description: 'Whether it is gone: delete yours.' },
    record: {
      description: 'As it is now; null when it is gone.',
      oneOf: [{ $ref: getSchemaPath(model) }, { type: 'null' }],
    },
  },
});
