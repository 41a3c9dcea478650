import { calendarAddress, readCalendar } from './calendar-query.js';

describe(readCalendar.name, () => {
  it('reads a month, a view and the filters', () => {
    const query = readCalendar({ month: '2026-03', view: 'agenda', city: 'ely', page: '2' });
    expect(query).toMatchObject({
      month: '2026-03',
      view: 'agenda',
      search: { city: ['ely'], page: 2 },
    });
    expect(calendarAddress('/events', query)).toBe(
      '/events?city=ely&page=2&month=2026-03&view=agenda',
    );
  });

  it('reads a day and its month', () => {
    const query = readCalendar({ day: '2028-02-29', month: '2026-03' });
    expect(query).toMatchObject({ day: '2028-02-29', month: '2028-02' });
    expect(calendarAddress('/events', query)).toBe('/events?day=2028-02-29');
  });

  it('reads a stretch of days, unless there is a day', () => {
    const query = readCalendar({ when: 'weekend', month: '2026-03', view: 'agenda', city: 'ely' });
    expect(calendarAddress('/events', query)).toBe('/events?city=ely&when=weekend');
    expect(readCalendar({ when: 'week', day: '2028-02-29' }).when).toBeUndefined();
    expect(readCalendar({ when: 'year' }).when).toBeUndefined();
  });

  it('reads the filter for free events, with any of the times', () => {
    for (const address of ['?day=2028-02-29&free=true', '?when=week&free=true', '?free=true']) {
      const query = readCalendar(Object.fromEntries(new URLSearchParams(address)));
      expect(calendarAddress('', query)).toBe(address);
    }
    expect(readCalendar({ free: 'false' }).isFree).toBeUndefined();
  });

  it.each([
    { month: '2026-13' },
    { month: '2026-3' },
    { month: '0026-03' },
    { month: ['2026-03'].concat('2026-04') },
    { month: '2026-03-01' },
    { day: '2026-02-29' },
    { day: 'today' },
    { view: 'year' },
  ])('ignores invalid values: %p', (query) => {
    const { month, day, view } = readCalendar(query);
    expect({ month, day, view }).toEqual({ month: undefined, day: undefined, view: undefined });
  });
});
