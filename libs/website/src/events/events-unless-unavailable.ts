import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import type { Page } from '#libs/directory/src/read-results.js';

/** Reads events, or returns an uncacheable empty page while the occurrences are being computed. */
export async function eventsUnlessUnavailable(
  reading: Promise<Page<EventDto>>,
): Promise<Page<EventDto>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') {
      return { items: [], total: 0, version: '0' };
    }
    throw error;
  }
}
