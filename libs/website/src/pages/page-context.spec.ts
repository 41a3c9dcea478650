import { pageContext } from '../../../../test/support/page-context.ts';
import { dateAndTimes } from '../events/event-times.js';
import { english } from '../texts/en.js';
import { spanish } from '../texts/es.js';
import { hmong } from '../texts/hmn.js';
import type { Language } from '../texts/language.js';
import { somali } from '../texts/so.js';
import { PageContext } from './page-context.js';

const contextIn = (language: Language, now = '2026-11-02T18:00:00Z') =>
  pageContext(new Date(now), language);
const plain = (text: string) => text.replace(/\s/g, ' ');

const EVENING = new Date('2026-07-11T00:30:00Z');

describe(PageContext.name, () => {
  it.each([
    [english, 'July 10, 2026', 'Fri, Jul 10, 7:30 PM', 'Friday, July 10', 'July 2026', 'Fri'],
    [somali, 'Luulyo 10, 2026', 'Jmc, Lul 10 ee 7:30 GD', 'Jimco, Luulyo 10', 'Luulyo 2026', 'Jmc'],
    [
      hmong,
      'Lub Xya Hli Ntuj 10, 2026',
      'Zwj Kuab, Xya Hli 10, 7:30 PM',
      'Hnub Zwj Kuab, Lub Xya Hli Ntuj 10',
      'Lub Xya Hli Ntuj 2026',
      'Zwj Kuab',
    ],
  ])('writes dates in its language', (language, date, dateTime, day, month, weekday) => {
    const page = contextIn(language);
    expect(plain(page.date(EVENING))).toBe(date);
    expect(plain(page.dateTime(EVENING))).toBe(dateTime);
    expect(page.day('2026-07-10')).toBe(day);
    expect(page.month('2026-07')).toBe(month);
    expect(page.weekday(4, 'short')).toBe(weekday);
  });

  it.each([
    [english, 'Brewery: micro, Restaurant'],
    [spanish, 'Cervecería: micro, Restaurante'],
  ])('names a subcategory without its parent', (language, names) => {
    const categories = ['Brewery', 'Brewery: micro', 'Restaurant'].map((name) => ({ name }));
    expect(contextIn(language).categoryNames(categories)).toBe(names);
  });

  it('writes the year of a day in another year', () => {
    // In Minnesota, 2027 has not begun.
    expect(plain(contextIn(english, '2027-01-01T05:59:00Z').dateTime(EVENING))).toBe(
      'Fri, Jul 10, 7:30 PM',
    );
    const page = contextIn(english, '2027-01-01T06:00:00Z');
    expect(plain(page.dateTime(EVENING))).toBe('Fri, Jul 10, 2026, 7:30 PM');
    expect(page.day('2026-07-10')).toBe('Friday, July 10, 2026');
  });

  it('has a name for each month and weekday that Intl writes in English', () => {
    const page = contextIn(hmong);
    const months = Array.from({ length: 12 }, (_, month) => {
      const first = `2026-${String(month + 1).padStart(2, '0')}-01T18:00:00Z`;
      return [page.month(first.slice(0, 7)), page.dateTime(new Date(first))];
    }).flat();
    const days = Array.from({ length: 7 }, (_, day) => [
      page.weekday(day),
      page.weekday(day, 'short'),
    ]).flat();
    expect([...months, ...days].join(' ')).not.toMatch(/undefined|[A-Z][a-z]*(day|ber|ary)\b/);
    expect(new Set(months).size).toBe(24);
    expect(new Set(days).size).toBe(14);
  });

  it('writes ranges with the names of its language', () => {
    const event = { startsAt: '2026-07-11T03:00:00Z', endsAt: '2026-07-11T07:00:00Z' };
    expect(plain(dateAndTimes(contextIn(hmong), event))).toBe(
      'Zwj Kuab, Xya Hli 10, 10:00 PM – Zwj Cag, Xya Hli 11, 2:00 AM',
    );
  });

  it('omits zero minutes', () => {
    const page = contextIn(english);
    expect(plain(page.time(EVENING))).toBe('7:30 PM');
    expect(plain(page.time(new Date('2026-07-11T00:00:00Z')))).toBe('7 PM');
  });
});
