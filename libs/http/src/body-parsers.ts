import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors/api-error.js';

/** The one address that takes a form: OAuth 2.0 says so of a token endpoint (RFC 6749, section 3.2). */
const FORM_ROUTE = '/admin/token';
const FORM_LIMIT = 4_096;

/** The one address that takes files, and as what: its handler gets them as streams. */
const FILES_ROUTE = '/admin/imports';
export const STREAMED_TYPES = ['text/csv', 'application/geo+json', 'application/x-ndjson'];

/** JSON everywhere, a form at the token endpoint, files at imports; anything else is 415. */
export function registerBodyParsers(instance: FastifyInstance): void {
  const parseJson = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();

  instance.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // A client that always says "application/json" may send nothing where nothing is needed.
      if (body === '') return done(null, undefined);
      void parseJson(request, body, (error, value) => {
        if (error) done(new ApiError('malformed_json', 'The body is not valid JSON.'));
        else done(null, value);
      });
    },
  );

  instance.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (request: FastifyRequest, body, done) => {
      if (request.routeOptions.url === FORM_ROUTE) {
        done(null, Object.fromEntries(new URLSearchParams(body)));
      } else done(notHere());
    },
  );

  instance.addContentTypeParser(STREAMED_TYPES, (request, payload, done) => {
    if (request.routeOptions.url === FILES_ROUTE) done(null, payload);
    else done(notHere());
  });
}

function notHere(): ApiError {
  return new ApiError('unsupported_media_type', 'Send the body as application/json.');
}
