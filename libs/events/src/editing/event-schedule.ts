import { invalidBody } from '#libs/http/src/errors/api-error.js';
import type { EventDto } from '../record/event.dto.js';
import { durationOf, MAX_DAYS, MAX_DURATION, type Schedule } from '../recurrence/schedule.js';
import type { EventChange, NewEvent } from './event-input.dto.js';

/** @throws ApiError `invalid_body` if it ends before it begins or lasts too long */
export function newSchedule(input: NewEvent): Schedule {
  const { startsAt, endsAt, recurrence = null, excludedDates = [] } = input;
  return checked({ startsAt, endsAt, recurrence, excludedDates: toDates(excludedDates) });
}

export function scheduleOf(event: EventDto): Schedule {
  return {
    startsAt: new Date(event.startsAt),
    endsAt: new Date(event.endsAt),
    recurrence: event.recurrence,
    excludedDates: toDates(event.excludedDates),
  };
}

/**
 * Returns the schedule after a change, or undefined if the change leaves it as it is.
 *
 * @throws ApiError as `newSchedule` does
 */
export function changedSchedule(before: EventDto, change: EventChange): Schedule | undefined {
  const { startsAt, endsAt, recurrence, excludedDates } = change;
  if ([startsAt, endsAt, recurrence, excludedDates].every((part) => part === undefined)) {
    return undefined;
  }
  const present = scheduleOf(before);
  return checked({
    startsAt: startsAt ?? present.startsAt,
    endsAt: endsAt ?? present.endsAt,
    recurrence: recurrence === undefined ? present.recurrence : recurrence,
    excludedDates: excludedDates ? toDates(excludedDates) : present.excludedDates,
  });
}

function checked(schedule: Schedule): Schedule {
  const duration = durationOf(schedule);
  if (duration <= 0) throw invalidBody('endsAt', 'endsAt must be later than startsAt.');
  if (duration > MAX_DURATION) {
    throw invalidBody('endsAt', `endsAt must be at most ${MAX_DAYS} days later than startsAt.`);
  }
  return schedule;
}

function toDates(instants: string[]): Date[] {
  return instants.map((instant) => new Date(instant));
}
