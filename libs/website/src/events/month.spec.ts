import {
  addMonths,
  comingDays,
  daysOf,
  daysOfStretch,
  isWithin,
  weeksOf,
  windowOf,
} from './month.js';

describe(windowOf.name, () => {
  it.each([
    ['2026-02', '2026-02-01T06:00:00Z', '2026-03-01T06:00:00Z'],
    ['2026-03', '2026-03-01T06:00:00Z', '2026-04-01T05:00:00Z'],
    ['2026-11', '2026-11-01T05:00:00Z', '2026-12-01T06:00:00Z'],
  ])('covers %s in Minnesota, including the daylight saving change', (month, from, to) => {
    expect(windowOf(daysOf(month))).toEqual({ from: new Date(from), to: new Date(to) });
  });
});

describe(daysOfStretch.name, () => {
  // November 26, 2026 is a Thursday.
  it.each([
    ['today', '2026-11-26', '2026-11-26', '2026-11-26'],
    ['weekend', '2026-11-26', '2026-11-28', '2026-11-29'],
    ['weekend', '2026-11-28', '2026-11-28', '2026-11-29'],
    ['weekend', '2026-11-29', '2026-11-29', '2026-11-29'],
    ['weekend', '2026-11-30', '2026-12-05', '2026-12-06'],
    ['week', '2026-11-26', '2026-11-26', '2026-11-29'],
    ['week', '2026-11-29', '2026-11-29', '2026-11-29'],
    ['week', '2026-11-30', '2026-11-30', '2026-12-06'],
  ] as const)('covers %s on %s: %s to %s', (stretch, today, first, last) => {
    const days = daysOfStretch(stretch, today);
    expect([days[0], days.at(-1)]).toEqual([first, last]);
  });
});

describe(comingDays.name, () => {
  it.each([
    // A Saturday, a Sunday and a Monday.
    ['2026-11-28', '2026-12-26', 29],
    ['2026-11-29', '2027-01-02', 35],
    ['2026-11-30', '2027-01-02', 34],
  ])('fills five weeks of the calendar on %s: until %s', (today, last, count) => {
    const days = comingDays(today);
    expect([days[0], days.at(-1), days.length]).toEqual([today, last, count]);
    expect(weeksOf(days.map((date) => ({ date })))).toHaveLength(5);
  });
});

describe(isWithin.name, () => {
  it('accepts a window that ends with its bounds and rejects a longer one', () => {
    const window = windowOf(daysOf('2026-11'));
    expect(isWithin(window, window)).toBe(true);
    const shorter = { ...window, to: new Date(window.to.getTime() - 1) };
    expect(isWithin(window, shorter)).toBe(false);
  });
});

describe(addMonths.name, () => {
  it('crosses years', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});

describe(weeksOf.name, () => {
  const daysIn = (month: string) => daysOf(month).map((date) => ({ date }));

  it.each([
    // The first begins on a Sunday and has four weeks. The second begins on a Saturday and has six.
    ['2026-02', 4],
    ['2026-08', 6],
    ['2026-11', 5],
  ])('lists each day of %s once, in %i weeks', (month, count) => {
    const weeks = weeksOf(daysIn(month));
    expect(weeks.map((week) => week.length)).toEqual(Array.from({ length: count }, () => 7));
    expect(weeks.flat().filter(Boolean)).toEqual(daysIn(month));
  });

  it('begins weeks on Sunday', () => {
    expect(weeksOf(daysIn('2026-08'))[0]).toEqual([
      ...Array.from({ length: 6 }),
      { date: '2026-08-01' },
    ]);
  });
});
