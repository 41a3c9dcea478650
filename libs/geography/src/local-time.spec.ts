import { fromWallTime, localMinute, toWallTime } from './local-time.js';

describe(localMinute.name, () => {
  it.each([
    ['a winter day', '2026-01-05T18:30:59Z', '2026-01-05T12:30'],
    ['a summer day', '2026-07-06T17:30:00Z', '2026-07-06T12:30'],
    ['the last minute of a day', '2026-01-12T05:59:59Z', '2026-01-11T23:59'],
    ['the first minute of daylight saving time', '2026-03-08T08:00:00Z', '2026-03-08T03:00'],
    ['the repeated hour, first time', '2026-11-01T06:30:00Z', '2026-11-01T01:30'],
    ['the repeated hour, second time', '2026-11-01T07:30:00Z', '2026-11-01T01:30'],
    ['the first minute after the repeated hour', '2026-11-01T08:00:00Z', '2026-11-01T02:00'],
  ])('returns the local minute at %s', (_, instant, local) => {
    expect(localMinute(new Date(instant))).toBe(Date.parse(`${local}Z`) / 60_000);
  });
});

describe(toWallTime.name, () => {
  it.each([
    ['winter', '2026-01-05T18:30:00.250Z', '2026-01-05T12:30:00.250Z'],
    ['the last second before daylight saving time', '2026-03-08T07:59:59Z', '2026-03-08T01:59:59Z'],
    ['local mean time before time zones', '1880-01-01T12:00:00Z', '1880-01-01T06:09:24Z'],
  ])('returns the local time in %s', (_, instant, wall) => {
    expect(toWallTime(new Date(instant)).getTime()).toBe(Date.parse(wall));
  });
});

describe(fromWallTime.name, () => {
  it.each([
    ['winter', '2026-01-05T12:30:00', '2026-01-05T18:30:00Z'],
    ['summer', '2026-07-06T12:30:00', '2026-07-06T17:30:00Z'],
    ['the last minute before daylight saving time', '2026-03-08T01:59:00', '2026-03-08T07:59:00Z'],
    ['a skipped time', '2026-03-08T02:30:00', '2026-03-08T08:30:00Z'],
    ['the first minute of daylight saving time', '2026-03-08T03:00:00', '2026-03-08T08:00:00Z'],
    ['a repeated time', '2026-11-01T01:30:00', '2026-11-01T06:30:00Z'],
    ['the first minute after the repeated hour', '2026-11-01T02:00:00', '2026-11-01T08:00:00Z'],
  ])('returns the instant of %s', (_, wall, instant) => {
    expect(fromWallTime(new Date(`${wall}Z`)).toISOString()).toBe(new Date(instant).toISOString());
  });
});
