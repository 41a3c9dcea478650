import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  DAY,
  DAYS,
  OpeningHours,
  type Period,
  type Stretch,
  stretchesOf,
  weekdayOf,
} from '#libs/directory-index/src/opening-hours.js';
import { addDays, dayNumber, type LocalDate, localDate } from '#libs/geography/src/local-date.js';
import type { PageContext } from '../pages/page-context.js';

type Of = Pick<BusinessDto, 'hours' | 'specialHours'>;

/** Days ahead for which holidays are announced. */
const AHEAD = 14;
/** Maximum number of dates with special hours. */
const MOST = 10;

interface SpecialDay {
  date: LocalDate;
  name: string | null;
  text: string[];
}

/** Tables of the next special dates and of the weekly hours, in one of which today is marked. */
export function HoursTable({ page, business }: { page: PageContext; business: Of }) {
  const t = page.t.business;
  const today = localDate(page.now);
  const special = specialDays(page, business, today);
  const weekday = special[0]?.date === today ? undefined : weekdayOf(dayNumber(today));
  return (
    <>
      {special.length > 0 && (
        <table class="hours">
          <caption class="hidden">{t.specialHours}</caption>
          <tbody>
            {special.map(({ date, name, text }) => (
              <Row name={page.day(date)} note={name} isToday={date === today} page={page}>
                {text}
              </Row>
            ))}
          </tbody>
        </table>
      )}
      {business.hours.length > 0 && (
        <table class="hours">
          <caption class="hidden">{t.hours}</caption>
          <tbody>
            {DAYS.map((day, index) => (
              <Row name={page.weekday(index)} isToday={index === weekday} page={page}>
                {textOf(
                  page,
                  business.hours.filter((each) => each.day === day),
                )}
              </Row>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface RowProperties {
  page: PageContext;
  name: string;
  note?: string | null;
  isToday: boolean;
  children: string[];
}

function Row({ page, name, note, isToday, children }: RowProperties) {
  return (
    <tr class={isToday ? 'today' : undefined}>
      <th scope="row">
        {name}
        {isToday && <span class="quiet"> {page.t.business.today}</span>}
        {note && (
          <span class="quiet">
            {' '}
            <bdi>{note}</bdi>
          </span>
        )}
      </th>
      <td>
        {children.map((text) => (
          <span>{text}</span>
        ))}
      </td>
    </tr>
  );
}

/** Returns the next dates with special hours, and holidays soon on which hours may differ. */
function specialDays(page: PageContext, business: Of, today: LocalDate): SpecialDay[] {
  const stated = business.specialHours
    .filter(({ date }) => date >= today)
    .slice(0, MOST)
    .map(({ date, hours, name }) => ({ date, name, text: textOf(page, hours) }));
  const hours = new OpeningHours(business);
  const holidays = Array.from({ length: AHEAD }, (_, ahead) => addDays(today, ahead)).flatMap(
    (date) => {
      const holiday = hours.uncertainOn(dayNumber(date));
      if (!holiday) return [];
      return { date, name: page.t.holidays[holiday], text: [page.t.business.mayDiffer] };
    },
  );
  return [...stated, ...holidays].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function textOf(page: PageContext, periods: readonly Period[]): string[] {
  const stretches = stretchesOf(periods);
  return stretches.length === 0
    ? [page.t.status.closed]
    : stretches.map((stretch) => timesOf(page, stretch));
}

function timesOf(page: PageContext, { start, end }: Stretch): string {
  const { business, status } = page.t;
  if (start === 0 && end >= DAY) return status.alwaysOpen;
  const range = [start, end].map((minute) => page.clockTime(minute % DAY)).join(' – ');
  return end > DAY ? `${range} ${business.nextDay}` : range;
}
