import type { Period, SpecialHours } from '#libs/directory-index/src/opening-hours.js';
import { parseJson } from '#libs/text/src/json.js';
import { cleanDate } from './date.js';
import { cleanTime } from './hours.js';
import { jsonList, textOf } from './text.js';

const MAX_DAYS = 100;
const MAX_PERIODS = 10;
const MAX_NAME = 80;

/** Entry such as `2026-12-24 09:00-14:00 "Christmas Eve"` or `2026 Nov 26 off`. */
const ENTRY =
  /\s*(\d{4}-\d\d-\d\d|\d{4} [a-z]{3} \d\d?):? +(off|closed|[\d:, -]+)(?: *("(?:[^"\\]|\\.)*"))? *(?:;|$)/iy;

/**
 * Reads the hours of dates, as this directory's CSV files have them, as OpenStreetMap writes them
 * with a year, or as the JSON list of the API. Null if any of it is unreadable.
 */
export function cleanSpecialHours(text: string): SpecialHours[] | null {
  const days = text.startsWith('[') ? fromJson(text) : fromText(text);
  if (!days?.every((day) => day !== null) || days.length > MAX_DAYS) return null;
  const isOneEach = new Set(days.map(({ date }) => date)).size === days.length;
  return isOneEach ? days : null;
}

function fromText(text: string): (SpecialHours | null)[] | null {
  const days: (SpecialHours | null)[] = [];
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const found = ENTRY.exec(text);
    if (!found) return null;
    const [, date, times, name] = found;
    const hours = /^(?:off|closed)$/i.test(times!)
      ? []
      : times!.split(',').map((period) => {
          const [opens, closes] = period.split('-');
          return { opens, closes };
        });
    const unquoted = name && (textOf(parseJson(name)) || name.slice(1, -1));
    days.push(dayOf(cleanDate(date!), hours, unquoted ?? null));
  }
  return days;
}

function fromJson(text: string): (SpecialHours | null)[] | undefined {
  return jsonList(text)?.map((item) => {
    const hours = Array.isArray(item?.hours) ? (item.hours as Partial<Period>[]) : [];
    return dayOf(cleanDate(textOf(item?.date)), hours, textOf(item?.name) || null);
  });
}

function dayOf(
  date: string | null,
  periods: readonly (Partial<Period> | null)[],
  name: string | null,
): SpecialHours | null {
  if (!date || periods.length > MAX_PERIODS) return null;
  const hours: Period[] = [];
  for (const period of periods) {
    const opens = cleanTime(period?.opens);
    const closes = cleanTime(period?.closes);
    if (!opens || !closes) return null;
    hours.push({ opens, closes });
  }
  return { date, closed: hours.length === 0, hours, name: name && name.slice(0, MAX_NAME) };
}
