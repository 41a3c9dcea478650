import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { boundedUpload } from './bounded-upload.js';
import { isWithinBounds, MAX_DEPTH, MAX_VALUES } from './json-bounds.js';
import { readText } from './read-text.js';

const JSON_TYPE = 'application/json';
const JSON_LIMIT = 64 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_LIMIT = 4 * 1024;
/** Fields of a form; no route takes as many. */
const MAX_FIELDS = 50;

export const STREAMED_TYPES = [
  'text/csv',
  'application/geo+json',
  'application/x-ndjson',
  'application/gzip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/geopackage+sqlite3',
  'application/vnd.apache.parquet',
];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route takes as its body: JSON unless it says otherwise. Files come as streams. */
    body?: 'form' | 'file';
    /** Bytes of a form, if it may be longer than four kilobytes. */
    formLimit?: number;
  }
}

/** JSON, a form or a file, as the route's configuration says; anything else is 415. */
export function registerBodyParsers(instance: FastifyInstance): void {
  const parseJson = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();

  instance.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    refuseElsewhere(JSON_TYPE, request);
    const text = await readText(request, JSON_LIMIT);
    // A client that always says "application/json" may send nothing where nothing is needed.
    if (text === '') return undefined;
    const value = await new Promise<unknown>((resolve, reject) => {
      void parseJson(request, text, (error, parsed) => {
        if (error) reject(new ApiError('malformed_json', 'The body is not valid JSON.'));
        else resolve(parsed);
      });
    });
    if (isWithinBounds(value)) return value;
    throw new ApiError(
      'invalid_body',
      `The body holds more than ${MAX_VALUES} values, or some nested more than ${MAX_DEPTH} deep.`,
    );
  });

  instance.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest) => {
    refuseElsewhere(FORM_TYPE, request);
    const { formLimit = FORM_LIMIT } = request.routeOptions.config;
    const fields = [...new URLSearchParams(await readText(request, formLimit))];
    if (fields.length <= MAX_FIELDS) return Object.fromEntries(fields);
    throw new ApiError('invalid_body', `The form has more than ${MAX_FIELDS} fields.`);
  });

  instance.addContentTypeParser(STREAMED_TYPES, async (request: FastifyRequest) => {
    refuseElsewhere(STREAMED_TYPES[0]!, request);
    return boundedUpload(request.raw);
  });
}

/** The media types that a request's route takes. */
function typesFor({ routeOptions }: FastifyRequest): string[] {
  const body = routeOptions.config?.body;
  if (body === 'form') return [FORM_TYPE];
  return body === 'file' ? STREAMED_TYPES : [JSON_TYPE];
}

function refuseElsewhere(type: string, request: FastifyRequest): void {
  if (!typesFor(request).includes(type)) throw unsupportedMediaType(request);
}

export function unsupportedMediaType(request: FastifyRequest): ApiError {
  const types = typesFor(request).join(', ');
  return new ApiError('unsupported_media_type', `Send the body as ${types}.`);
}
