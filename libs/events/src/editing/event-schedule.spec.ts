import type { EventDto } from '../record/event.dto.js';
import { changedSchedule, newSchedule } from './event-schedule.js';

const STARTS = '2026-07-10T19:00:00.000Z';
const ENDS = '2026-07-10T22:00:00.000Z';
const EVENT = { startsAt: STARTS, endsAt: ENDS, excludedDates: [] as string[] } as EventDto;
const DAY = 86_400_000;
const HOUR = 3_600_000;

const at = (milliseconds: number) => new Date(Date.parse(STARTS) + milliseconds);

describe(newSchedule.name, () => {
  const schedule = (endsAt: Date) => newSchedule({ name: 'Event', startsAt: at(0), endsAt });

  it.each([
    ['as soon as it begins', 0, 'endsAt must be later than startsAt.'],
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
  it('refuses a new start later than the old end', () => {
    expect(() => changedSchedule(EVENT, { startsAt: new Date(ENDS) })).toThrow(
      'endsAt must be later',
    );
  });

  it('keeps dates canceled when the series moves to another time of day', () => {
    const winter = '2026-11-06T20:00:00.000Z';
    const event = { ...EVENT, excludedDates: ['2026-07-17T19:00:00.000Z', winter] };
    const laterAnHour = changedSchedule(event, {
      startsAt: at(DAY + 3_600_000),
      endsAt: at(2 * DAY),
    });
    expect(laterAnHour?.excludedDates.map((date) => date.toISOString())).toEqual([
      '2026-07-17T20:00:00.000Z',
      '2026-11-06T21:00:00.000Z',
    ]);
    const named = changedSchedule(event, { startsAt: at(3_600_000), excludedDates: [winter] });
    expect(named?.excludedDates).toEqual([new Date(winter)]);
  });

  it('keeps dates canceled when the series moves past midnight', () => {
    const evening = at(0);
    const night = at(11 * HOUR);
    for (const [from, to] of [
      [evening, night],
      [night, evening],
    ] as const) {
      const weekLater = (start: Date) => new Date(start.getTime() + 7 * DAY);
      const event = {
        ...EVENT,
        startsAt: from.toISOString(),
        endsAt: at(DAY).toISOString(),
        excludedDates: [weekLater(from).toISOString()],
      };
      expect(changedSchedule(event, { startsAt: to })?.excludedDates).toEqual([weekLater(to)]);
    }
  });
});
