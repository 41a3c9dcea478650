import type { EventDto } from '../record/event.dto.js';
import type { EventChange, NewEvent } from './event-input.dto.js';
import { changedSchedule, newSchedule, scheduleOf } from './event-schedule.js';

const STARTS = '2026-07-10T19:00:00.000Z';
const ENDS = '2026-07-10T22:00:00.000Z';
const EVENT = {
  startsAt: STARTS,
  endsAt: ENDS,
  recurrence: 'FREQ=DAILY',
  excludedDates: ['2026-07-11T19:00:00.000Z'],
} as EventDto;
const DAY = 86_400_000;

const at = (milliseconds: number) => new Date(Date.parse(STARTS) + milliseconds);

describe(newSchedule.name, () => {
  const schedule = (endsAt: Date, more: Partial<NewEvent> = {}) =>
    newSchedule({ name: 'Event', startsAt: at(0), endsAt, ...more });

  it('has a single occurrence unless a rule is given', () => {
    expect(schedule(at(1))).toEqual({
      startsAt: at(0),
      endsAt: at(1),
      recurrence: null,
      excludedDates: [],
    });
    expect(schedule(at(1), { recurrence: 'FREQ=DAILY', excludedDates: [STARTS] })).toMatchObject({
      recurrence: 'FREQ=DAILY',
      excludedDates: [at(0)],
    });
  });

  it.each([
    ['as soon as it begins', 0, 'endsAt must be later than startsAt.'],
    ['before it begins', -1, 'endsAt must be later than startsAt.'],
    ['a moment after 31 days', 31 * DAY + 1, 'endsAt must be at most 31 days later than startsAt.'],
  ])('refuses an event that ends %s', (_when, milliseconds, message) => {
    expect(() => schedule(at(milliseconds))).toThrow(
      expect.objectContaining({
        code: 'invalid_body',
        message,
        details: [{ field: 'endsAt', message }],
      }) as Error,
    );
  });

  it('accepts an event of 31 days', () => {
    expect(schedule(at(31 * DAY)).endsAt).toEqual(at(31 * DAY));
  });
});

describe(changedSchedule.name, () => {
  const changed = (change: Partial<EventChange>) => changedSchedule(EVENT, change);

  it('returns undefined if no times change', () => {
    expect(changed({ name: 'Other' })).toBeUndefined();
  });

  it.each<[Partial<EventChange>, object]>([
    [{ startsAt: at(1) }, { startsAt: at(1) }],
    [{ endsAt: at(5) }, { endsAt: at(5) }],
    [{ recurrence: 'FREQ=WEEKLY' }, { recurrence: 'FREQ=WEEKLY' }],
    [{ recurrence: null }, { recurrence: null }],
    [{ excludedDates: [] }, { excludedDates: [] }],
    [{ excludedDates: [STARTS] }, { excludedDates: [at(0)] }],
  ])('keeps the remaining times when %j changes', (change, expected) => {
    expect(changed(change)).toEqual({ ...scheduleOf(EVENT), ...expected });
  });

  it('refuses a new start later than the old end', () => {
    expect(() => changed({ startsAt: new Date(ENDS) })).toThrow('endsAt must be later');
  });
});
