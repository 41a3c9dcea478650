import ICAL from 'ical.js';
import { EXAMPLE_EVENT as EVENT } from '../../../../test/support/examples.ts';
import type { EventDto } from '../record/event.dto.js';
import { iCalendar } from './icalendar.js';

describe(iCalendar.name, () => {
  const linesOf = async (more: Partial<EventDto>) =>
    (await iCalendar([{ ...EVENT, ...more }])).split('\r\n');

  it.each([
    ['March', '2026-03-07T20:00', ['03-07T20:00 03-07T22:30', '03-08T19:00 03-08T21:30']],
    ['November', '2026-10-31T19:00', ['10-31T19:00 10-31T21:30', '11-01T20:00 11-01T22:30']],
  ])('keeps the local hour across the clock change in %s', async (_, start, expected) => {
    const startsAt = `${start}:00.000Z`;
    const endsAt = new Date(Date.parse(startsAt) + 2.5 * 3_600_000).toISOString();
    const lines = await linesOf({ startsAt, endsAt, recurrence: 'FREQ=DAILY;COUNT=2' });
    const calendar = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
    ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone')!);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
    const dates = event.iterator();
    const times = expected.map(() => {
      const start = dates.next();
      const end = start.clone();
      end.addDuration(event.duration);
      return [start, end].map((time) => time.toJSDate().toISOString().slice(5, 16));
    });
    expect(times.map((time) => time.join(' '))).toEqual(expected);
  });

  it('names the business as the place of its event', async () => {
    const business = { id: EVENT.id, slug: 'loon-hall', name: 'Loon Hall' };
    expect(await linesOf({ business })).toContain('LOCATION:Loon Hall\\, MN');
  });

  it.each([null, 'FREQ=WEEKLY'])(
    'writes times in UTC whose local time already occurred an hour earlier, with the rule %s',
    async (recurrence) => {
      const times = { startsAt: '2026-11-01T06:30:00.000Z', endsAt: '2026-11-01T07:30:00.000Z' };
      expect(await linesOf({ ...times, recurrence })).toEqual(
        expect.arrayContaining([
          'DTSTART;TZID=America/Chicago:20261101T013000',
          'DTEND:20261101T073000Z',
        ]),
      );
    },
  );

  it.each([
    ['FREQ=DAILY;UNTIL=20260731;INTERVAL=2', 'FREQ=DAILY;UNTIL=20260801T045959Z;INTERVAL=2'],
    ['FREQ=DAILY;UNTIL=20261231', 'FREQ=DAILY;UNTIL=20270101T055959Z'],
    ['FREQ=DAILY;UNTIL=99991231', 'FREQ=DAILY;UNTIL=99991231T235959Z'],
    ['FREQ=DAILY;UNTIL=20261231T180000Z', 'FREQ=DAILY;UNTIL=20261231T180000Z'],
  ])(
    'converts a date-only UNTIL to the end of that local day in UTC: %s',
    async (recurrence, written) => {
      expect(await linesOf({ recurrence })).toContain(`RRULE:${written}`);
    },
  );

  it('excludes the canceled dates of a series', async () => {
    const canceled = { excludedDates: [EVENT.startsAt] };
    const exclusions = async (recurrence: string | null) =>
      (await linesOf({ ...canceled, recurrence })).filter((line) => line.startsWith('EXDATE'));
    expect(await exclusions(null)).toEqual([]);
    expect(await exclusions('FREQ=DAILY')).toEqual(['EXDATE;TZID=America/Chicago:20260701T140000']);
  });

  it('keeps the UID when the event changes', async () => {
    for (const slug of ['kite-day', 'kite-day-2']) {
      expect(await linesOf({ slug })).toEqual(
        expect.arrayContaining([`UID:${EVENT.id}`, 'DTSTAMP:20260302T090000Z']),
      );
    }
  });

  it('writes known fields and omits properties for unknown ones', async () => {
    const names = (lines: string[]) => {
      const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
      return event.map((line) => line.split(/[:;]/)[0]);
    };
    expect(names(await linesOf({}))).toEqual([
      ...['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'LOCATION'],
    ]);
    expect(
      await linesOf({
        description: 'Bring wind;\nand string',
        category: { slug: 'fairs', name: 'Fairs, markets' },
        venue: 'Park',
        address: { ...EVENT.address, street: '1 Main St', unit: 'B', city: 'Ely' },
        website: 'https://example.com/a,b',
      }),
    ).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=America/Chicago:20260701T140000',
        'DTEND;TZID=America/Chicago:20260701T163000',
        'DESCRIPTION:Bring wind\\;\\nand string',
        'CATEGORIES:Fairs\\, markets',
        'LOCATION:Park\\, 1 Main St\\, B\\, Ely\\, MN',
        'URL:https://example.com/a,b',
      ]),
    );
  });

  it('yields to the event loop while writing many events', async () => {
    let isWritten = false;
    const writing = iCalendar(Array.from({ length: 5_000 }, () => EVENT)).finally(
      () => (isWritten = true),
    );
    let turns = 0;
    for (; !isWritten; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect((await writing).match(/BEGIN:VEVENT/g)).toHaveLength(5_000);
    expect(turns).toBeGreaterThan(3);
  });
});
