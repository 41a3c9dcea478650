import { render } from 'preact-render-to-string';
import type { BusinessStatus } from '#libs/directory-index/src/criteria.js';
import type { HoursDto, SpecialHoursDto } from '#libs/businesses/src/record/hours.dto.js';
import { pageContext } from '../../../../test/support/page-context.ts';
import { spanish } from '../texts/es.js';
import { HoursTable } from './hours-table.js';
import { OpeningLabel } from './opening-label.js';

const OFFICE: HoursDto[] = [
  { day: 'monday', opens: '09:00', closes: '17:30' },
  { day: 'tuesday', opens: '10:00', closes: '12:00' },
];
const WHOLE = (
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
).map((day): HoursDto => ({ day, opens: '00:00', closes: '00:00' }));

const plain = (html: string) =>
  html
    .replace(/<\/(?:th|td|tr|span)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
/** Returns a page at a local time in Minnesota. November 2, 2026 is a Monday. */
const pageAt = (local: string) => pageContext(new Date(`${local}-06:00`));

describe(OpeningLabel.name, () => {
  it.each<[BusinessStatus, HoursDto[], string, string]>([
    ['open', OFFICE, '2026-11-02T17:29', 'open: Open until 5:30 PM'],
    ['open', OFFICE, '2026-11-02T08:59', 'closed: Closed, opens 9 AM'],
    ['open', OFFICE, '2026-11-02T17:30', 'closed: Closed, opens 10 AM tomorrow'],
    ['open', OFFICE, '2026-11-08T23:59', 'closed: Closed, opens 9 AM tomorrow'],
    ['open', OFFICE.slice(1), '2026-11-08T23:59', 'closed: Closed, opens 10 AM Tuesday'],
    [
      'open',
      OFFICE.slice(0, 1),
      '2026-11-02T17:30',
      'closed: Closed, opens 9 AM Monday, November 9',
    ],
    ['open', OFFICE, '2026-11-03T12:00', 'closed: Closed, opens 9 AM Monday'],
    ['open', WHOLE, '2026-11-02T03:00', 'open: Open 24 hours'],
    ['open', OFFICE.slice(0, 1), '2026-05-25T12:00', 'closed: Memorial Day: hours may differ'],
    ['open', [], '2026-11-02T12:00', ''],
    ['temporarily_closed', OFFICE, '2026-11-02T12:00', 'closed: Temporarily closed'],
    ['closed', OFFICE, '2026-11-02T12:00', 'closed: Permanently closed'],
    ['closed', [], '2026-11-02T12:00', 'closed: Permanently closed'],
  ])('describes a business that is %s with %j at %s: %s', (status, hours, local, expected) => {
    const html = render(
      <OpeningLabel page={pageAt(local)} business={{ status, hours, specialHours: [] }} />,
    );
    const [, kind] = /class="status (\w+)"/.exec(html) ?? [];
    expect(kind ? `${kind}: ${plain(html).trim()}` : html).toBe(expected);
  });

  it.each([
    ['00:00', '01:00', 'Abierto hasta la 1 a.m.'],
    ['00:00', '01:59', 'Abierto hasta la 1:59 a.m.'],
    ['00:00', '02:00', 'Abierto hasta las 2 a.m.'],
    ['00:00', '10:00', 'Abierto hasta las 10 a.m.'],
    ['13:00', '17:00', 'Cerrado, abre a la 1 p.m.'],
    ['12:00', '17:00', 'Cerrado, abre a las 12 p.m.'],
  ])(
    'uses the article of the hour in Spanish, open from %s to %s: %s',
    (opens, closes, expected) => {
      const page = pageContext(new Date('2026-11-02T00:30-06:00'), spanish);
      const hours: HoursDto[] = [{ day: 'monday', opens, closes }];
      const html = render(
        <OpeningLabel page={page} business={{ status: 'open', hours, specialHours: [] }} />,
      );
      expect(plain(html).trim()).toBe(expected);
    },
  );
});

describe(HoursTable.name, () => {
  const rowsOf = (
    hours: HoursDto[],
    local = '2026-10-28T22:59',
    specialHours: SpecialHoursDto[] = [],
  ) => {
    const html = render(<HoursTable page={pageAt(local)} business={{ hours, specialHours }} />);
    const rows = [...html.matchAll(/<tr(.*?)>(.*?)<\/tr>/g)];
    return rows.map(([, attributes, row]) => plain((attributes! ? '* ' : '') + row!).trim());
  };

  it('lists the week from Monday and marks today in Minnesota', () => {
    const split: HoursDto = { day: 'tuesday', opens: '13:00', closes: '00:00' };
    const late: HoursDto = { day: 'friday', opens: '20:00', closes: '02:00' };
    const round: HoursDto = { day: 'saturday', opens: '07:00', closes: '07:00' };
    const whole: HoursDto = { day: 'sunday', opens: '00:00', closes: '00:00' };
    expect(rowsOf([...OFFICE, split, late, round, whole])).toEqual([
      'Monday 9 AM – 5:30 PM',
      'Tuesday 10 AM – 12 PM 1 PM – 12 AM',
      '* Wednesday today Closed',
      'Thursday Closed',
      'Friday 8 PM – 2 AM the next day',
      'Saturday 7 AM – 7 AM the next day',
      'Sunday Open 24 hours',
    ]);
    expect(rowsOf(OFFICE, '2026-10-28T23:00')[3]).toBe('* Thursday today Closed');
  });

  it('lists the periods of a day in order, joining overlapping ones', () => {
    const monday = (opens: string, closes: string): HoursDto => ({ day: 'monday', opens, closes });
    expect(rowsOf([monday('13:00', '17:00'), monday('08:00', '12:00')])[0]).toBe(
      'Monday 8 AM – 12 PM 1 PM – 5 PM',
    );
    const overlapping = [monday('12:00', '20:00'), monday('09:00', '17:00')];
    expect(rowsOf(overlapping)[0]).toBe('Monday 9 AM – 8 PM');
    expect(rowsOf([...overlapping, monday('10:00', '11:00'), monday('20:00', '02:00')])[0]).toBe(
      'Monday 9 AM – 2 AM the next day',
    );
  });

  it('lists the next special dates and holidays first, and marks today there', () => {
    const special = (date: string, hours: SpecialHoursDto['hours'], name: string | null) => ({
      date,
      closed: hours.length === 0,
      hours,
      name,
    });
    const thursdays: HoursDto[] = [{ day: 'thursday', opens: '09:00', closes: '17:00' }];
    const dates = [
      special('2026-11-25', [], null),
      special('2026-11-27', [{ opens: '06:00', closes: '12:00' }], 'Sale'),
      special('2027-06-01', [], 'Inventory'),
    ];
    expect(rowsOf(thursdays, '2026-11-26T08:00', dates).slice(0, 4)).toEqual([
      '* Thursday, November 26 today Thanksgiving Hours may differ',
      'Friday, November 27 Sale 6 AM – 12 PM',
      'Tuesday, June 1, 2027 Inventory Closed',
      'Monday Closed',
    ]);
  });
});
