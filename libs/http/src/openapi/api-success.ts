import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiResponse,
  getSchemaPath,
  type OpenAPIObject,
  ApiSchema,
} from '@nestjs/swagger';
import { Field } from '../validation/field.js';
import type { Pagination } from '../envelope.js';

/** OpenAPI schema, a type that Nest does not export. */
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

export interface SuccessOptions {
  status?: number;
  description: string;
  /** Response headers in addition to the ones every such response has. */
  headers?: SharedHeader[];
  /** Additional members of the response: lists of a model, or on a page optional models. */
  extraMembers?: Record<string, { model: Type; description: string }>;
  /** Schemas for other media types of the same response. */
  formats?: Record<string, Schema>;
}

/** Maximum page size of any list. */
export const MAX_PAGE_SIZE = 1_000;

const SUCCESS = { type: 'boolean' as const, enum: [true], example: true };

/** Documents a `success(data)` response whose data is one `model`. */
export const ApiSuccess = (model: Type, { extraMembers = {}, ...options }: SuccessOptions) =>
  envelopeResponse([model, ...modelsOf(extraMembers)], options, {
    name: `${nameOf(model)}${Object.keys(extraMembers).length > 0 ? 'Change' : ''}Response`,
    required: {
      data: { $ref: getSchemaPath(model) },
      ...mapped(extraMembers, ({ model, description }) => listOf(model, description)),
    },
  });

/** Documents a `success(data)` response whose data is a complete list of `model`. */
export const ApiSuccessList = (model: Type, options: Omit<SuccessOptions, 'extraMembers'>) =>
  envelopeResponse([model], options, {
    name: `${nameOf(model)}List`,
    required: { data: listOf(model) },
  });

/** Documents a `successPage(…)` response whose items are `model`. */
export const ApiSuccessPage = (model: Type, { extraMembers = {}, ...options }: SuccessOptions) =>
  envelopeResponse([model, PaginationDto, ...modelsOf(extraMembers)], options, {
    name: `${nameOf(model)}${Object.keys(extraMembers).length > 0 ? 'List' : ''}Page`,
    required: {
      data: { ...listOf(model), maxItems: MAX_PAGE_SIZE },
      pagination: { $ref: getSchemaPath(PaginationDto) },
    },
    optional: mapped(extraMembers, ({ model, description }) => ({
      description,
      allOf: [{ $ref: getSchemaPath(model) }],
    })),
  });

interface Envelope {
  /** Schema name in the OpenAPI document, the same for the same members. */
  name: string;
  required: Record<string, object>;
  optional?: Record<string, object>;
}

/** Documents the response and sets its status. */
function envelopeResponse(
  models: Type[],
  { status = 200, description, headers, formats }: Omit<SuccessOptions, 'extraMembers'>,
  { name, required, optional = {} }: Envelope,
) {
  const envelope: Schema = {
    title: name,
    type: 'object',
    required: ['success', ...Object.keys(required)],
    properties: { success: SUCCESS, ...required, ...optional },
  };
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(...models),
    ApiResponse({
      status,
      description,
      headers: sharedHeaders(headers),
      content: mapped({ 'application/json': envelope, ...formats }, (schema) => ({ schema })),
    }),
  );
}

function listOf(model: Type, description?: string) {
  return {
    type: 'array' as const,
    ...(description && { description }),
    items: { $ref: getSchemaPath(model) },
  };
}

function modelsOf(extraMembers: NonNullable<SuccessOptions['extraMembers']>): Type[] {
  return Object.values(extraMembers).map(({ model }) => model);
}

function mapped<T, R>(values: Record<string, T>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Returns the model's schema name in the OpenAPI document. */
function nameOf(model: Type): string {
  return getSchemaPath(model).split('/').at(-1)!;
}

/** Headers described once in the OpenAPI document, under `components`. */
export type SharedHeader =
  | 'ETag'
  | 'Link'
  | 'Location'
  | 'X-Total-Count'
  | 'Vary'
  | 'Last-Modified'
  | 'Content-Encoding'
  | 'Accept-Ranges'
  | 'Content-Range'
  | 'Directory-Version'
  | 'Changes-Cursor'
  | 'Repr-Digest';

export function sharedHeaders(names: SharedHeader[] = []) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

@ApiSchema({ name: 'Pagination' })
class PaginationDto implements Pagination {
  @Field.integer({ example: 1, description: 'Requested page.' })
  page: number;

  @Field.integer({ example: 20, description: 'Items per page.' })
  limit: number;

  @Field.integer({ example: 2913, description: 'Exact number of matching items.' })
  total: number;

  @Field.integer({ example: 146, description: 'total / limit, rounded up.' })
  totalPages: number;
}
