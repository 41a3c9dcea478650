import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

/** How long a body may take to arrive, in milliseconds. */
export const BODY_TIMEOUT = 30_000;

/**
 * Reads a request's body as text, of at most `limit` bytes and within `BODY_TIMEOUT`.
 *
 * @throws ApiError `payload_too_large`, `request_timeout`, or `malformed_request` where the
 * connection ends before the body
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
      resolve(Buffer.concat(chunks, size).toString());
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
    `Nothing of the body, or not all of it, arrived within ${BODY_TIMEOUT / 1000} seconds.`,
  );
}

/** Nobody is there any more to read this. */
export function cutOff(): ApiError {
  return new ApiError('malformed_request', 'The connection ended before the body.');
}
