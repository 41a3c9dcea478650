import { endOfDay, expansionAt, horizonAt, reserveAt } from './horizon.js';

const at = (text: string) => new Date(text);

describe(horizonAt.name, () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', '2025-11-20T00:00:00.000Z', '2028-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59.999Z', '2025-11-20T00:00:00.000Z', '2028-11-22T00:00:00.000Z'],
    ['2026-11-22T00:00:00.000Z', '2025-11-21T00:00:00.000Z', '2028-11-23T00:00:00.000Z'],
  ])('of %s ranges from %s to %s', (now, from, to) => {
    expect(horizonAt(at(now))).toEqual({ from: at(from), to: at(to) });
  });

  it('stays the same until the end of the day', () => {
    const now = at('2026-11-21T12:34:56.789Z');
    expect(endOfDay(now)).toEqual(at('2026-11-22T00:00:00.000Z'));
    expect(endOfDay(endOfDay(now))).toEqual(at('2026-11-23T00:00:00.000Z'));
  });

  it('lies within the reserve, which lies within the expansion window', () => {
    const now = at('2026-11-21T12:34:56.789Z');
    const horizon = horizonAt(now);
    const reserve = reserveAt(now);
    const expansion = expansionAt(now);
    expect(reserve.from.getTime()).toBeLessThan(horizon.from.getTime());
    expect(reserve.to.getTime()).toBeGreaterThan(horizon.to.getTime());
    expect(expansion.from).toEqual(reserve.from);
    expect(expansion.to.getTime()).toBeGreaterThan(reserve.to.getTime());
  });
});
