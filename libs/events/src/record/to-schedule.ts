import type { Schedule } from '../recurrence/recurrence.js';
import type { EventDto } from './event.dto.js';

export function toSchedule(event: EventDto): Schedule {
  return {
    startsAt: new Date(event.startsAt),
    endsAt: new Date(event.endsAt),
    recurrence: event.recurrence,
    excludedDates: event.excludedDates.map((date) => new Date(date)),
  };
}
