import { DAYS, type Day, type Period } from '#libs/directory-index/src/opening-hours.js';
import type { FormState } from './form.js';

type Values = FormState['values'];

interface Hours extends Period {
  day: Day;
}

/** Option of a day that has the hours of the day before it. */
export const SAME = 'same';
export const CLOSED = 'closed';

export function selectsOf(field: string, day: Day): { opens: string; closes: string } {
  return { opens: `${field}-${day}-opens`, closes: `${field}-${day}-closes` };
}

/** Returns the values of the selects for known hours, or none if a day has several periods. */
export function weekOf(field: string, hours: readonly Hours[]): Values {
  if (hours.length === 0 || new Set(hours.map(({ day }) => day)).size < hours.length) return {};
  return Object.fromEntries(
    DAYS.flatMap((day) => {
      const { opens, closes } = selectsOf(field, day);
      const period = hours.find((each) => each.day === day);
      return period
        ? [
            [opens, period.opens],
            [closes, period.closes],
          ]
        : [[opens, CLOSED]];
    }),
  );
}

/**
 * Returns the hours as `Mo 09:00-17:00; Tu off`, or an empty string if a time is missing.
 *
 * @param values values of the selects
 */
export function weekText(field: string, values: Values): string {
  let above: { opens?: string; closes?: string } = {};
  const rules = DAYS.map((day) => {
    const { opens, closes } = selectsOf(field, day);
    above = {
      opens: values[opens] === SAME ? above.opens : values[opens],
      closes: values[closes] || above.closes,
    };
    const name = day[0]!.toUpperCase() + day[1]!;
    if (above.opens === CLOSED) return `${name} off`;
    return above.opens && above.closes && `${name} ${above.opens}-${above.closes}`;
  });
  return rules.every(Boolean) ? rules.join('; ') : '';
}
