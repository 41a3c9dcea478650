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
    newSchedule({ name: 'Event', startsAt: at(0), endsAt, ...more } as NewEvent);

  it('is of one time unless a rule is given', () => {
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
  ])('is refused where it ends %s', (_when, milliseconds, message) => {
    expect(() => schedule(at(milliseconds))).toThrow(
      expect.objectContaining({
        code: 'invalid_body',
        message,
        details: [{ field: 'endsAt', message }],
      }) as Error,
    );
  });

  it('may last 31 days', () => {
    expect(schedule(at(31 * DAY)).endsAt).toEqual(at(31 * DAY));
  });
});

describe(changedSchedule.name, () => {
  const changed = (change: Partial<EventChange>) => changedSchedule(EVENT, change as EventChange);

  it('is none where nothing of the times is changed', () => {
    expect(changed({ name: 'Other' } as Partial<EventChange>)).toBeUndefined();
  });

  it.each<[Partial<EventChange>, object]>([
    [{ startsAt: at(1) }, { startsAt: at(1) }],
    [{ endsAt: at(5) }, { endsAt: at(5) }],
    [{ recurrence: 'FREQ=WEEKLY' }, { recurrence: 'FREQ=WEEKLY' }],
    [{ recurrence: null }, { recurrence: null }],
    [{ excludedDates: [] }, { excludedDates: [] }],
    [{ excludedDates: [STARTS] }, { excludedDates: [at(0)] }],
  ])('by %j keeps the rest', (change, expected) => {
    expect(changed(change)).toEqual({ ...scheduleOf(EVENT), ...expected });
  });

  it('is refused where the new beginning is behind the old end', () => {
    expect(() => changed({ startsAt: new Date(ENDS) })).toThrow('endsAt must be later');
  });
});
