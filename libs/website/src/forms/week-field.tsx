import { DAYS, minuteOfDay, timeOfDay } from '#libs/directory-index/src/opening-hours.js';
import type { PageContext } from '../pages/page-context.js';
import type { FormState } from './form.js';
import { CLOSED, SAME, selectsOf } from './week.js';

/** Times of day in steps of half an hour. */
const TIMES = Array.from({ length: 48 }, (_, index) => timeOfDay(index * 30));

interface Properties {
  page: PageContext;
  name: string;
  values: FormState['values'];
  /** Ids of the elements that describe the field. */
  describedBy: string;
}

/** Two selects per weekday, for the times at which a business opens and closes. */
export function WeekField({ page, name, values, describedBy }: Properties) {
  const t = page.t.forms.week;
  return (
    <div class="week" role="group" id={name} tabIndex={-1} aria-describedby={describedBy}>
      {DAYS.map((day, index) => {
        const { opens, closes } = selectsOf(name, day);
        const weekday = page.weekday(index);
        const first = index === 0 ? { value: '', text: t.opens } : { value: SAME, text: t.same };
        return (
          <>
            <span>{weekday}</span>
            <Times
              page={page}
              name={opens}
              label={`${weekday}: ${t.opens}`}
              value={values[opens] ?? first.value}
              others={[first, { value: CLOSED, text: t.closed }]}
            />
            <Times
              page={page}
              name={closes}
              label={`${weekday}: ${t.closes}`}
              value={values[closes] ?? ''}
              others={[{ value: '', text: index === 0 ? t.closes : t.same }]}
            />
          </>
        );
      })}
    </div>
  );
}

interface TimesProperties {
  page: PageContext;
  name: string;
  label: string;
  value: string;
  /** Options before the times. */
  others: readonly { value: string; text: string }[];
}

function Times({ page, name, label, value, others }: TimesProperties) {
  const isKnown = /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
  const times = [...new Set([...TIMES, ...(isKnown ? [value] : [])])].sort();
  const options = [
    ...others,
    ...times.map((time) => ({ value: time, text: page.clockTime(minuteOfDay(time)) })),
  ];
  return (
    <select name={name} aria-label={label} autocomplete="off">
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
