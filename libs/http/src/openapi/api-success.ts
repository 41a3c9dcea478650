import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { PaginationDto } from './pagination.dto.js';

export interface SuccessOptions {
  status?: number;
  description: string;
  /** Besides those that the document gives each answer of the kind. */
  headers?: SharedHeader[];
  /** Further members of the answer, each a list of a model. */
  beside?: Record<string, { model: Type; description: string }>;
}

const SUCCESS = { type: 'boolean' as const, enum: [true], example: true };

/** Documents an answer of `success(data)` whose data is one `model`. */
export const ApiSuccess = (
  model: Type,
  { status = 200, description, headers, beside = {} }: SuccessOptions,
) =>
  applyDecorators(
    ApiExtraModels(model, ...Object.values(beside).map(({ model }) => model)),
    ApiResponse({
      status,
      description,
      headers: sharedHeaders(headers),
      schema: {
        type: 'object',
        required: ['success', 'data', ...Object.keys(beside)],
        properties: {
          success: SUCCESS,
          data: { $ref: getSchemaPath(model) },
          ...Object.fromEntries(
            Object.entries(beside).map(([name, { model, description }]) => [
              name,
              { type: 'array', description, items: { $ref: getSchemaPath(model) } },
            ]),
          ),
        },
      },
    }),
  );

/** Documents an answer of `success(data)` whose data is a list of `model`, all of it. */
export const ApiSuccessList = (model: Type, { status = 200, description }: SuccessOptions) =>
  applyDecorators(
    ApiExtraModels(model),
    ApiResponse({
      status,
      description,
      schema: {
        type: 'object',
        required: ['success', 'data'],
        properties: {
          success: SUCCESS,
          data: { type: 'array', items: { $ref: getSchemaPath(model) } },
        },
      },
    }),
  );

/** Documents an answer of `successPage(data, …)` whose items are of `model`. */
export const ApiSuccessPage = (model: Type, { status = 200, description }: SuccessOptions) =>
  applyDecorators(
    ApiExtraModels(model, PaginationDto),
    ApiResponse({
      status,
      description,
      schema: {
        type: 'object',
        required: ['success', 'data', 'pagination'],
        properties: {
          success: SUCCESS,
          data: { type: 'array', items: { $ref: getSchemaPath(model) } },
          pagination: { $ref: getSchemaPath(PaginationDto) },
        },
      },
    }),
  );

/** Headers that the documents describe once, under `components`. */
export type SharedHeader =
  | 'ETag'
  | 'Location'
  | 'Cache-Control'
  | 'Vary'
  | 'Last-Modified'
  | 'Content-Encoding'
  | 'Accept-Ranges'
  | 'Content-Range'
  | 'Directory-Version'
  | 'Changes-Cursor';

export function sharedHeaders(names: SharedHeader[] = []) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
