import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.js';
import { BODY_TIMEOUT, cutOff, tooSlow } from './read-text.js';

/** Maximum time for a file to arrive, in milliseconds. */
export const LONGEST_UPLOAD = 3_600_000;

/**
 * Wraps a file upload in a stream. It may take up to `LONGEST_UPLOAD` if data keeps arriving: the stream
 * fails if nothing arrives for `BODY_TIMEOUT` or the connection closes. The connection stays usable for
 * the response.
 */
export function boundedUpload(request: IncomingMessage): Readable {
  const upload = new PassThrough();
  const stalled = setTimeout(() => upload.destroy(tooSlow()), BODY_TIMEOUT);
  // Node limits only requests of HTTP/1.1.
  const late = setTimeout(() => upload.destroy(tooLate()), LONGEST_UPLOAD);
  const stop = () => {
    clearTimeout(stalled);
    clearTimeout(late);
  };
  const end = () => upload.destroy(request.refusal ?? cutOff());
  request.on('data', () => stalled.refresh()).once('end', stop);
  // An aborted HTTP/2 request reports itself as complete.
  request.once('error', end).once('aborted', end);
  request.once('close', () => request.complete || end());
  upload.once('close', () => {
    stop();
    request.unpipe(upload);
  });
  // The reader receives the error; without a reader it must not crash the process.
  upload.on('error', () => {});
  return request.pipe(upload);
}

function tooLate(): ApiError {
  return new ApiError('request_timeout', 'The file did not arrive within an hour.');
}
