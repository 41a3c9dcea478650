import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { BODY_TIMEOUT, cutOff, tooSlow } from './read-text.js';

/** How long a file may take to arrive, in milliseconds; the server counts it. */
export const LONGEST_UPLOAD = 3_600_000;

/**
 * A body to be read as a stream, which may take long as long as it goes on: it fails when nothing
 * arrives for `BODY_TIMEOUT`, or the connection ends. A failure leaves the connection to the answer.
 */
export function boundedUpload(request: IncomingMessage): Readable {
  const upload = new PassThrough();
  const stalled = setTimeout(() => upload.destroy(tooSlow()), BODY_TIMEOUT);
  const end = () => upload.destroy(request.refusal ?? cutOff());
  request.on('data', () => stalled.refresh()).once('end', () => clearTimeout(stalled));
  // Of HTTP/2 one that was broken off is "complete".
  request.once('error', end).once('aborted', end);
  request.once('close', () => request.complete || end());
  upload.once('close', () => {
    clearTimeout(stalled);
    request.unpipe(upload);
  });
  // Whoever reads it is told; where nobody does, nobody is to be.
  upload.on('error', () => {});
  return request.pipe(upload);
}
