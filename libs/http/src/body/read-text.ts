import type { FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { ApiError } from '../errors/api-error.js';

/** Maximum time for a body to arrive, in milliseconds. */
export const BODY_TIMEOUT = 30_000;

/**
 * Reads a request body of at most `limit` bytes as text, within `BODY_TIMEOUT`.
 *
 * @throws ApiError `payload_too_large`, `request_timeout`, `invalid_body` if it is not in UTF-8, or
 * `malformed_request` if the connection closes before the end of the body
 */
export function readText({ raw }: FastifyRequest, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      reject(new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`));
    if (Number(raw.headers['content-length']) > limit) return tooLarge();
    if (raw.destroyed || raw.refusal) return reject(raw.refusal ?? cutOff());

    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      clearTimeout(deadline);
      raw.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      stop();
      tooLarge();
    };
    const onEnd = () => {
      stop();
      const bytes = Buffer.concat(chunks, size);
      if (isUtf8(bytes)) resolve(bytes.toString());
      else reject(new ApiError('invalid_body', 'The body must be encoded in UTF-8.'));
    };
    const onClose = () => {
      stop();
      reject(raw.refusal ?? cutOff());
    };
    const deadline = setTimeout(() => {
      stop();
      reject(tooSlow());
    }, BODY_TIMEOUT);
    raw.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

export function tooSlow(): ApiError {
  return new ApiError(
    'request_timeout',
    `The body did not arrive within ${BODY_TIMEOUT / 1000} seconds.`,
  );
}

/** Error for a connection that closed early. The client is usually no longer there to read it. */
export function cutOff(): ApiError {
  return new ApiError('malformed_request', 'The connection closed before the end of the body.');
}
