import { DAY_MS, fromWallTime, toWallTime } from '#libs/geography/src/local-time.js';
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
  const starts = startsAt ?? present.startsAt;
  const excluded = present.excludedDates.map((date) => moved(date, present.startsAt, starts));
  return checked({
    startsAt: starts,
    endsAt: endsAt ?? present.endsAt,
    recurrence: recurrence === undefined ? present.recurrence : recurrence,
    excludedDates: excludedDates ? toDates(excludedDates) : excluded,
  });
}

/** Moves a canceled date with its series to another time of day, so that it remains canceled. */
function moved(excluded: Date, before: Date, after: Date): Date {
  const shift = toWallTime(after).getTime() - toWallTime(before).getTime();
  // A short shift may pass midnight. With a longer one, the series begins on another of its days.
  const isShort = Math.abs(shift) < DAY_MS / 2;
  const difference = isShort ? shift : timeOfDay(after) - timeOfDay(before);
  return difference === 0
    ? excluded
    : fromWallTime(new Date(toWallTime(excluded).getTime() + difference));
}

/** Returns the milliseconds since midnight in Minnesota, as a clock shows them. */
function timeOfDay(instant: Date): number {
  return toWallTime(instant).getTime() % DAY_MS;
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
