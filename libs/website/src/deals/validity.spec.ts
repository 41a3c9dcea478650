import { pageContext } from '../../../../test/support/page-context.ts';
import { spanish } from '../texts/es.js';
import { validity, validityUntil } from './validity.js';

/** Noon in Minnesota on the day daylight saving time ends. */
const NOON = new Date('2026-11-01T18:00:00Z');
/** Midnight at the end of that day, which is 25 hours long. */
const MIDNIGHT = '2026-11-02T06:00:00.000Z';

const from = (startsAt: string, endsAt: string | null) => ({ startsAt, endsAt });
const LONG_AGO = '2026-01-01T06:00:00.000Z';

describe(validity.name, () => {
  it.each([
    ['ends at midnight', from(LONG_AGO, MIDNIGHT), 'Ends today'],
    ['ends this evening', from(LONG_AGO, '2026-11-01T23:00:00.000Z'), 'Ends today'],
    ['ends a day later', from(LONG_AGO, '2026-11-03T06:00:00.000Z'), 'Until November 2, 2026'],
    [
      'ended yesterday',
      from(LONG_AGO, '2026-11-01T05:00:00.000Z'),
      'This deal ended on October 31, 2026.',
    ],
    ['ends now', from(LONG_AGO, NOON.toISOString()), 'This deal ended on November 1, 2026.'],
    ['has no end', from(LONG_AGO, null), 'Until further notice'],
    ['has not started', from(MIDNIGHT, null), 'From November 2, 2026'],
  ])('describes a deal that %s: %p', (_, deal, text) => {
    expect(validity(pageContext(NOON), deal)).toBe(text);
  });

  it('returns Spanish text', () => {
    expect(validity(pageContext(NOON, spanish), from(LONG_AGO, '2026-11-03T06:00:00.000Z'))).toBe(
      'Hasta el 2 de noviembre de 2026',
    );
  });
});

describe(validityUntil.name, () => {
  it.each([
    ['midnight, as today becomes yesterday', from(LONG_AGO, '2026-12-01T06:00:00.000Z'), MIDNIGHT],
    ['its end', from(LONG_AGO, '2026-11-01T23:00:00.000Z'), '2026-11-01T23:00:00.000Z'],
    ['its start', from('2026-11-01T20:00:00.000Z', null), '2026-11-01T20:00:00.000Z'],
  ])('returns %s', (_, deal, time) => {
    expect(validityUntil(deal, NOON)).toEqual(new Date(time));
  });

  it('returns nothing for a deal that is over or has no end', () => {
    expect(validityUntil(from(LONG_AGO, LONG_AGO), NOON)).toBeUndefined();
    expect(validityUntil(from(LONG_AGO, null), NOON)).toBeUndefined();
  });
});
