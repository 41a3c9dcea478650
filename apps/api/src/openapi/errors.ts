import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '#libs/http/src/errors/error-codes.js';
import { SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { type NamedOperation, operationsOf, type ResponseObject } from './operations.js';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/**
 * Gives each operation the failures that follow from what it is (it needs a key, it takes a body,
 * it has parameters), and every failure its schema and examples. Failures that only some
 * operations know, such as 404 and 409, are declared on those.
 */
export function describeErrors(document: OpenAPIObject): void {
  document.components!.schemas = { ...document.components!.schemas, Failure: FAILURE };
  for (const named of operationsOf(document)) {
    const { responses } = named.operation;
    for (const code of generalFailures(named))
      responses[ERROR_CODES[code].status] ??= { description: '' };
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) >= 400) {
        Object.assign(
          response!,
          failureResponse(codesFor(Number(status), named), response as ResponseObject),
        );
      }
    }
  }
}

function generalFailures({ path, operation }: NamedOperation): ErrorCode[] {
  const isApi = path.startsWith(SURFACES.api.prefix);
  const needsKey = operation.security?.some((scheme) => 'apiKey' in scheme);
  const needsAdmin = operation.security?.some((scheme) => 'admin' in scheme);
  const takesBody = operation.requestBody !== undefined;
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

/** Which codes a status stands for on this operation. */
function codesFor(status: number, { path, operation }: NamedOperation): ErrorCode[] {
  const takesBody = operation.requestBody !== undefined;
  const isApi = path.startsWith(SURFACES.api.prefix);
  return CODES.filter((code) => {
    if (ERROR_CODES[code].status !== status) return false;
    if (code === 'invalid_body' || code === 'malformed_json') return takesBody;
    if (code.endsWith('_api_key')) return isApi && operation.security !== undefined;
    if (code === 'unauthorized') return !isApi;
    return code !== 'forbidden' && code !== 'malformed_request';
  });
}

function failureResponse(codes: ErrorCode[], { description }: ResponseObject): ResponseObject {
  return {
    description:
      description || codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
      },
    },
  };
}

function example(code: ErrorCode) {
  const ofField = code === 'invalid_parameter' || code === 'invalid_body';
  const detail =
    code === 'invalid_parameter'
      ? { field: 'limit', message: 'limit must be a whole number from 1 to 100.' }
      : { field: 'email', message: 'email must be an e-mail address.' };
  return {
    success: false,
    error: {
      code,
      message: ofField ? detail.message : ERROR_CODES[code].meaning,
      ...(ofField && { details: [detail] }),
      requestId: '3f71419b-2914-49a6-980b-090d0d505a9f',
      documentation: 'https://directory.example.org/docs',
    },
  };
}

const FAILURE = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    data: {
      type: 'object',
      description:
        'With `gone`: the last record. With `conflict`, where a record is in the way: its `id`, `slug` and `url`.',
    },
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: CODES, description: 'What went wrong, for programs.' },
        message: { type: 'string', description: 'What went wrong and what to do, for people.' },
        details: {
          type: 'array',
          description: 'The fields or parameters concerned.',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        requestId: { type: 'string', format: 'uuid', description: 'Also in X-Request-Id.' },
        documentation: { type: 'string', format: 'uri' },
      },
    },
  },
};
