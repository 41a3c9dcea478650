import { addMonths, daysOf, isWithin, weeksOf, windowOfMonth, windowOfStretch } from './month.js';

describe(windowOfMonth.name, () => {
  it.each([
    ['2026-02', '2026-02-01T06:00:00Z', '2026-03-01T06:00:00Z'],
    ['2026-03', '2026-03-01T06:00:00Z', '2026-04-01T05:00:00Z'],
    ['2026-11', '2026-11-01T05:00:00Z', '2026-12-01T06:00:00Z'],
  ])('covers %s in Minnesota, including the daylight saving change', (month, from, to) => {
    expect(windowOfMonth(month)).toEqual({ from: new Date(from), to: new Date(to) });
  });
});

describe(windowOfStretch.name, () => {
  // November 26, 2026 is a Thursday.
  it.each([
    ['today', '2026-11-26', '2026-11-26', '2026-11-27'],
    ['weekend', '2026-11-26', '2026-11-28', '2026-11-30'],
    ['weekend', '2026-11-28', '2026-11-28', '2026-11-30'],
    ['weekend', '2026-11-29', '2026-11-29', '2026-11-30'],
    ['weekend', '2026-11-30', '2026-12-05', '2026-12-07'],
    ['week', '2026-11-26', '2026-11-26', '2026-11-30'],
    ['week', '2026-11-29', '2026-11-29', '2026-11-30'],
    ['week', '2026-11-30', '2026-11-30', '2026-12-07'],
  ] as const)('covers %s on %s: from %s until %s', (stretch, today, first, next) => {
    expect(windowOfStretch(stretch, today)).toEqual({
      from: new Date(`${first}T06:00:00Z`),
      to: new Date(`${next}T06:00:00Z`),
    });
  });
});

describe(isWithin.name, () => {
  it('accepts a window that ends with its bounds and rejects a longer one', () => {
    const window = windowOfMonth('2026-11');
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
  it.each([
    // The first begins on a Sunday and has four weeks. The second begins on a Saturday and has six.
    ['2026-02', 4],
    ['2026-08', 6],
    ['2026-11', 5],
  ])('lists each day of %s once, in %i weeks', (month, count) => {
    const weeks = weeksOf(month);
    expect(weeks.map((week) => week.length)).toEqual(Array.from({ length: count }, () => 7));
    expect(weeks.flat().filter(Boolean)).toEqual(daysOf(month));
  });

  it('begins weeks on Sunday', () => {
    expect(weeksOf('2026-08')[0]).toEqual([...Array.from({ length: 6 }), '2026-08-01']);
  });
});
