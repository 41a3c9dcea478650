import { toApiError } from '#libs/http/src/errors/to-api-error.js';
import type { FormVisit } from './form-visit.js';

/**
 * Returns undefined while the database is unavailable. A form whose submission then fails, too, is
 * shown again with the visitor's input.
 */
export async function unlessUnavailable<T>(
  { request }: FormVisit,
  reading: Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (toApiError(error, request).code === 'unavailable') return undefined;
    throw error;
  }
}
