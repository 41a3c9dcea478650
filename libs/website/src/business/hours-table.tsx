import { DAYS } from '#libs/businesses/src/record/enumerations.js';
import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { localDay, minuteOfDay } from './opening-hours.js';

/** A table of the regular weekly hours that marks today. */
export function HoursTable({ page, hours }: { page: PageContext; hours: readonly HoursDto[] }) {
  const { business } = page.t;
  const today = localDay(page.now);
  return (
    <table class="hours">
      <caption class="hidden">{business.hours}</caption>
      <tbody>
        {DAYS.map((day, index) => {
          const ofDay = hours.filter((each) => each.day === day);
          return (
            <tr class={index === today ? 'today' : undefined}>
              <th scope="row">
                {page.weekday(index)}
                {index === today && <span class="quiet"> {business.today}</span>}
              </th>
              <td>
                {ofDay.length === 0
                  ? business.closed
                  : ofDay.map((each) => <span>{stretch(page, each)}</span>)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function stretch(page: PageContext, { opens, closes }: HoursDto): string {
  const { business } = page.t;
  if (opens === closes && opens === '00:00') return business.allDay;
  const range = [opens, closes].map((time) => page.clockTime(minuteOfDay(time))).join(' – ');
  return minuteOfDay(closes) <= minuteOfDay(opens) && closes !== '00:00'
    ? `${range} ${business.nextDay}`
    : range;
}
