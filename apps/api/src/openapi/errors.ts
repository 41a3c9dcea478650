import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '#libs/http/src/errors/error-codes.js';
import type { Schema } from '#libs/http/src/openapi/api-success.js';
import { SCHEMAS } from '#libs/http/src/validation/field.js';
import { SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { REQUEST_ID_SCHEMA } from './headers.js';
import { type NamedOperation, operationsOf, type ResponseObject } from './operations.js';

/** Upper bound on the length of messages, which may repeat parts of the request. */
const MAX_MESSAGE = 2_000;

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/**
 * Adds the errors that follow from the properties of each operation, such as requiring a key,
 * taking a body or having parameters. Gives every error a schema and examples. Errors that only
 * some operations have, such as 404 and 409, are declared on those operations. The admin document
 * combines the general errors in one `default`, which is easier to read.
 */
export function describeErrors(document: OpenAPIObject, { isPublic }: { isPublic: boolean }): void {
  const documentation = `https://directory.example.org/${isPublic ? 'docs' : 'admin/docs'}`;
  for (const named of operationsOf(document)) {
    const { responses } = named.operation;
    // This operation declares its own error format.
    if (responses.default) continue;
    const general = generalFailures(named);
    if (isPublic) {
      for (const code of general) responses[ERROR_CODES[code].status] ??= { description: '' };
    } else {
      const statuses = general.map((code) => ERROR_CODES[code].status);
      const codes = [...new Set(statuses)].flatMap((status) => codesFor(status, named));
      responses.default = failureResponse(codes, { description: ALIKE }, { documentation });
    }
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) >= 400) {
        Object.assign(
          response!,
          failureResponse(codesFor(Number(status), named), response as ResponseObject, {
            status: Number(status),
            model: modelOf(named, document),
            documentation,
          }),
        );
      }
    }
  }
}

/** Returns the schema of the record that an operation returns, if any. */
function modelOf({ path, operation }: NamedOperation, document: OpenAPIObject): string | undefined {
  if (!/\{idOrSlug\}(\.ics)?$/.test(path)) return undefined;
  // The calendar of an event has the same record as the URL without `.ics`.
  const { responses } = document.paths[path.replace(/\.ics$/, '')]?.get ?? operation;
  const success = (responses[200] ?? operation.responses[200]) as ResponseObject | undefined;
  const schema = success?.content?.['application/json']?.schema;
  const data = schema && 'properties' in schema ? schema.properties?.data : undefined;
  return data && '$ref' in data ? data.$ref : undefined;
}

function generalFailures({ method, path, operation }: NamedOperation): ErrorCode[] {
  const isApi = path.startsWith(SURFACES.api.prefix);
  const needsKey = operation.security?.some((scheme) => 'apiKey' in scheme);
  const needsAdmin = operation.security?.some((scheme) => 'admin' in scheme);
  const takesBody = method !== 'get';
  return [
    'invalid_parameter',
    ...(needsKey ? (['missing_api_key', 'suspended_api_key'] as const) : []),
    ...(needsAdmin ? (['unauthorized'] as const) : []),
    'https_required',
    'misdirected_request',
    ...(isApi ? (['not_acceptable', 'rate_limited'] as const) : []),
    ...(takesBody
      ? (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    'internal_error',
    'unavailable',
  ];
}

/** Returns the error codes that a status may have on this operation. */
function codesFor(status: number, { method, path, operation }: NamedOperation): ErrorCode[] {
  // A body is parsed even if the operation has no use for it.
  const takesBody = method !== 'get';
  const isApi = path.startsWith(SURFACES.api.prefix);
  return CODES.filter((code) => {
    if (ERROR_CODES[code].status !== status) return false;
    if (code === 'invalid_body' || code === 'malformed_json') return takesBody;
    if (code.endsWith('_api_key')) return isApi && operation.security !== undefined;
    if (code === 'unauthorized') return !isApi;
    return code !== 'forbidden' && code !== 'malformed_request';
  });
}

/**
 * Builds the schema of an error: its codes and its `data`. Written out in full, because many
 * generators do not support composed schemas.
 */
function failureSchema(codes: ErrorCode[], kind: Kind): Schema {
  const { status, model } = kind;
  const data = status === 410 ? model : undefined;
  return {
    title: failureName(codes, kind),
    type: 'object',
    required: ['success', 'error', ...(data ? ['data'] : [])],
    properties: {
      success: { type: 'boolean', enum: [false] },
      ...(data && { data: { $ref: data } }),
      ...(status === 409 && { data: IN_THE_WAY }),
      error: errorSchema(status ? codes : CODES),
    },
  };
}

/** Returns the name of an error schema. Each set of codes has its own name. */
function failureName(codes: ErrorCode[], { status, model }: Kind): string {
  if (!status) return 'Failure';
  const words = codes.length === 1 ? codes[0]!.split('_') : STATUS_CODES[status]!.split(' ');
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return `${status === 410 ? (model?.split('/').at(-1) ?? '') : ''}${name}Failure`;
}

/** Description of the errors that most operations share. */
const ALIKE = 'Errors that any request may return. `error.code` identifies the error.';

interface Kind {
  /** Undefined if the errors have several. */
  status?: number;
  /** Reference to the schema of the requested record. */
  model?: string | undefined;
  /** Documentation that the examples link. */
  documentation: string;
}

function failureResponse(
  codes: ErrorCode[],
  { description }: ResponseObject,
  kind: Kind,
): ResponseObject {
  return {
    description:
      description || codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
    content: {
      'application/json': {
        schema: failureSchema(codes, kind),
        // For a removed record, its schema provides the example.
        ...(kind.status !== 410 && {
          examples: Object.fromEntries(
            codes.map((code) => [code, { value: example(code, kind.documentation) }]),
          ),
        }),
      },
    },
  };
}

function example(code: ErrorCode, documentation: string) {
  const ofField = code === 'invalid_parameter' || code === 'invalid_body';
  const detail =
    code === 'invalid_parameter'
      ? { field: 'limit', message: 'limit must be a whole number from 1 to 100.' }
      : { field: 'email', message: 'email must be an email address.' };
  return {
    success: false,
    error: {
      code,
      message: ofField ? detail.message : ERROR_CODES[code].meaning,
      ...(ofField && { details: [detail] }),
      requestId: '3f71419b-2914-49a6-980b-090d0d505a9f',
      documentation,
    },
  };
}

/** Record that causes a conflict. */
const IN_THE_WAY: Schema = {
  type: 'object',
  description: 'Record that causes the conflict, if any.',
  required: ['id', 'slug'],
  properties: {
    id: SCHEMAS.id,
    slug: SCHEMAS.slug,
    url: SCHEMAS.url,
    restore: {
      type: 'string',
      maxLength: 100,
      description: 'URL to POST to in order to restore the record, if it was removed.',
      example: '/admin/businesses/0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11/restore',
    },
  },
};

function errorSchema(codes: ErrorCode[]): Schema {
  return {
    type: 'object',
    required: ['code', 'message', 'requestId'],
    properties: {
      code: { type: 'string', enum: codes, description: 'Machine-readable error code.' },
      message: {
        type: 'string',
        maxLength: MAX_MESSAGE,
        description: 'Human-readable description of the error and how to fix it.',
      },
      details: {
        type: 'array',
        description: 'Affected fields or parameters.',
        maxItems: 20,
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: {
            field: { type: 'string', maxLength: MAX_MESSAGE },
            message: { type: 'string', maxLength: MAX_MESSAGE },
          },
        },
      },
      requestId: { ...REQUEST_ID_SCHEMA, description: 'Same value as the `X-Request-Id` header.' },
      documentation: SCHEMAS.url,
    },
  };
}
