import { additionOf, changeOf, differenceOf, eventOf } from './proposed-change.js';
import type { Reportable } from './suggestion-input.dto.js';

const report = (about: Reportable, correction: string) => ({ about, correction, source: 'Sign' });

const dayShift = (day: string) => ({ day, opens: '09:00', closes: '17:00' });

/** Special hours that the business has. */
const KNOWN = { date: '2026-11-26', closed: true, hours: [], name: 'Thanksgiving' };

describe(changeOf.name, () => {
  it.each([
    ['phone', '(218) 555-0147', { phone: '+12185550147' }],
    ['phone', '1-218-555-0147', { phone: '+12185550147' }],
    ['phone', '218.555.0147 ext. 5', { phone: '+12185550147' }],
    ['phone', '+44 20 7946 0000', { phone: '+442079460000' }],
    ['phone', 'It has none', { phone: 'It has none' }],
    ['name', 'Loon Bakery', { name: 'Loon Bakery' }],
    ['street', '12 Harbor Street', { address: { street: '12 Harbor Street' } }],
    ['city', 'mineapolis', { address: { city: 'Minneapolis' } }],
    ['closed', 'Since May', { status: 'closed' }],
    ['open', 'Since May', { status: 'open' }],
    ['hours', ' Mo,Tu 9:00-17:00; Su off', { hours: [dayShift('monday'), dayShift('tuesday')] }],
    [
      'hours',
      'Su 9:00-17:00; 2026 Dec 24 9:00-12:00',
      {
        hours: [dayShift('sunday')],
        specialHours: [
          KNOWN,
          {
            ...KNOWN,
            date: '2026-12-24',
            name: null,
            closed: false,
            hours: [{ opens: '09:00', closes: '12:00' }],
          },
        ],
      },
    ],
    ['hours', '2026 Nov 26 off', { specialHours: [{ ...KNOWN, name: null }] }],
    ['hours', 'Opens at nine', undefined],
    ['hours', 'Su off', undefined],
    ['other', 'It moved', undefined],
  ] as const)('reads a report on %s of %j as %j', (about, correction, change) => {
    const business = { specialHours: [KNOWN] };
    expect(changeOf(report(about, correction), business, '2026-11-26')).toEqual(change);
  });
});

describe(additionOf.name, () => {
  it('contains only the submitted fields', () => {
    const stated = { name: 'Loon', correction: 'A bakery', city: 'ELY', source: 'I work there' };
    expect(additionOf(stated)).toEqual({ name: 'Loon', address: { city: 'Ely' } });
    expect(
      additionOf({ ...stated, street: '1 Main', postalCode: '55731', phone: '218 555 0147' }),
    ).toEqual({
      name: 'Loon',
      address: { city: 'Ely', street: '1 Main', postalCode: '55731' },
      phone: '+12185550147',
    });
  });
});

describe(eventOf.name, () => {
  const event = { name: 'Derby', description: 'On ice', startsOn: '2035-01-20', city: 'Ely' };
  const lasting = (startsAt: string, endsAt: string, more = {}) =>
    eventOf({ ...event, source: 'A poster', startsAt, endsAt, ...more }, new Date(0));

  it.each([
    ['08:00', '22:00', '2035-01-21T04:00:00.000Z'],
    ['18:00', '06:00', '2035-01-21T12:00:00.000Z'],
  ])('needs no last day for %s to %s', (startsAt, endsAt, end) => {
    expect(lasting(startsAt, endsAt)).toHaveProperty('endsAt', end);
  });

  it('asks for the last day of an event that would end later the next day', () => {
    expect(() => lasting('18:00', '06:01')).toThrow('more than 12 hours');
    expect(lasting('18:00', '06:01', { endsOn: '2035-01-21' })).toHaveProperty(
      'endsAt',
      '2035-01-21T12:01:00.000Z',
    );
  });

  it('accepts an event of 31 days and refuses a longer one', () => {
    expect(lasting('08:00', '08:00', { endsOn: '2035-02-20' })).toHaveProperty(
      'endsAt',
      '2035-02-20T14:00:00.000Z',
    );
    expect(() => lasting('08:00', '08:01', { endsOn: '2035-02-20' })).toThrow('at most 31 days');
  });
});

describe(differenceOf.name, () => {
  const record = { name: 'Loon', phone: null, address: { street: '1 Main', city: 'Ely' } };

  it('lists each changed field and each changed part of an address', () => {
    const change = {
      name: 'Loon',
      phone: '+12185550147',
      address: { street: '2 Main', city: 'Ely' },
    };
    expect(differenceOf(change, record)).toEqual([
      { field: 'phone', present: null, proposed: '+12185550147' },
      { field: 'address.street', present: '1 Main', proposed: '2 Main' },
    ]);
  });

  it('omits hours that the business already has', () => {
    const change = () => ({ hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }] });
    expect(differenceOf(change(), change())).toEqual([]);
    expect(differenceOf(change(), { hours: [] })).toHaveLength(1);
  });

  it('lists every field of an addition', () => {
    expect(differenceOf({ name: 'Loon', address: { city: 'Ely' } })).toEqual([
      { field: 'name', present: null, proposed: 'Loon' },
      { field: 'address.city', present: null, proposed: 'Ely' },
    ]);
  });
});
