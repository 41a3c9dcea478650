import { ApiError } from '#libs/http/src/errors/api-error.js';

/** @throws ApiError `invalid_body` if the time is now or in the past */
export function expectFuture(field: string, time: Date | undefined, now: Date): void {
  if (!time || time > now) return;
  const message = `${field} must be in the future.`;
  throw new ApiError('invalid_body', message, { details: [{ field, message }] });
}
