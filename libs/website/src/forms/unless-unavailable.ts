import { toApiError } from '#libs/http/src/errors/to-api-error.js';
import type { FormVisit } from './form-visit.js';

/**
 * Returns the result of a read, or undefined while the database is unavailable. The form's
 * submission then fails too, and shows the form again with the visitor's input.
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
