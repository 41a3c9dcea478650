import { toEventCriteria } from './event-criteria.js';

const NOW = new Date('2026-11-21T12:34:56.789Z');
const DAY = 86_400_000;
const plus = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

describe(toEventCriteria.name, () => {
  const criteria = (query: object) => toEventCriteria(query, NOW);
  const refusal = (query: object) => {
    try {
      criteria(query);
      return undefined;
    } catch (error) {
      return (error as { details: { field: string }[] }).details[0]!.field;
    }
  };

  it('defaults to 90 days from the present minute', () => {
    const { from, to } = criteria({});
    expect(from).toEqual(new Date('2026-11-21T12:34:00.000Z'));
    expect(to).toEqual(plus(from, 90 * DAY));
  });

  it('accepts any time within the horizon and no other', () => {
    const first = new Date('2025-11-20T00:00:00Z');
    const last = new Date('2028-11-22T00:00:00Z');
    expect(refusal({ from: first })).toBeUndefined();
    expect(refusal({ from: plus(first, -1) })).toBe('from');
    expect(refusal({ from: last })).toBe('from');
    expect(criteria({ from: plus(last, -1) }).to).toEqual(last);
    expect(criteria({ from: plus(last, -90 * DAY - 1) }).to).toEqual(plus(last, -1));
    expect(refusal({ from: plus(last, -DAY), to: last })).toBeUndefined();
    expect(refusal({ from: plus(last, -DAY), to: plus(last, 1) })).toBe('to');
    expect(() => criteria({ from: last })).toThrow(
      'from is out of range: events are available from 2025-11-20T00:00:00Z to 2028-11-22T00:00:00Z.',
    );
  });

  it('accepts a window of a millisecond to 366 days', () => {
    const from = new Date('2026-12-01T00:00:00Z');
    expect(refusal({ from, to: from })).toBe('to');
    expect(refusal({ from, to: plus(from, 1) })).toBeUndefined();
    expect(refusal({ from, to: plus(from, 366 * DAY) })).toBeUndefined();
    expect(refusal({ from, to: plus(from, 366 * DAY + 1) })).toBe('to');
  });

  it('requires latitude, longitude and radius together', () => {
    const near = { latitude: 0, longitude: 0, radius: 1 };
    expect(criteria(near).near).toEqual(near);
    expect(criteria({}).near).toBeUndefined();
    for (const [name] of Object.entries(near)) {
      expect(refusal({ ...near, [name]: undefined })).toBe(name);
    }
    expect(refusal({ radius: 1 })).toBe('latitude');
  });
});
