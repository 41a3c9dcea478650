import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { boundedUpload } from './bounded-upload.js';
import { isWithinBounds, MAX_DEPTH, MAX_VALUES } from './json-bounds.js';
import { readText } from './read-text.js';

const JSON_TYPE = 'application/json';
const JSON_LIMIT = 64 * 1024;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_LIMIT = 4 * 1024;
/** Maximum number of form fields, more than any route accepts. */
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
    /** Kind of body the route accepts; JSON by default. Files are passed on as streams. */
    body?: 'form' | 'file';
    /** Maximum form size in bytes, if larger than 4 kB. */
    formLimit?: number;
  }
}

/** Registers parsers for JSON, forms and files. Each route accepts only the kind it declares; others get 415. */
export function registerBodyParsers(instance: FastifyInstance): void {
  const parseJson = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();

  instance.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    refuseElsewhere(JSON_TYPE, request);
    const text = await readText(request, JSON_LIMIT);
    // Some clients always send "application/json", even with an empty body.
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
      `The body must have at most ${MAX_VALUES} values, nested at most ${MAX_DEPTH} levels deep.`,
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

/** Returns the media types that the request's route accepts. */
function typesFor({ routeOptions }: FastifyRequest): string[] {
  const body = routeOptions.config?.body;
  if (body === 'form') return [FORM_TYPE];
  return body === 'file' ? STREAMED_TYPES : [JSON_TYPE];
}

function refuseElsewhere(type: string, request: FastifyRequest): void {
  if (!typesFor(request).includes(type)) throw unsupportedMediaType(request);
  // RFC 9110, section 8.4
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
}

export function unsupportedMediaType(request: FastifyRequest): ApiError {
  const types = typesFor(request).join(', ');
  return new ApiError('unsupported_media_type', `Send the body as ${types}.`);
}
