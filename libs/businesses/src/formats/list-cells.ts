import { type Period, DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { HoursDto, SpecialHoursDto } from '../record/hours.dto.js';
import { type Identifier, identifierText } from '../record/identifiers.js';

/** Fields with a list of values, and their text in a cell of a CSV file, which imports read. */
export const LIST_CELLS = {
  hours: openingHours,
  specialHours: specialHoursText,
  identifiers: (all: readonly Identifier[]) => all.map(identifierText).join('; '),
};

export type ListField = keyof typeof LIST_CELLS;

export const LIST_FIELDS = Object.keys(LIST_CELLS) as ListField[];

export function isListField(field: string): field is ListField {
  return Object.hasOwn(LIST_CELLS, field);
}

/** Formats opening hours like OpenStreetMap: `Mo 09:00-12:00,13:00-17:00; Fr 17:00-01:30`. */
function openingHours(hours: readonly HoursDto[]): string {
  return DAYS.map((day) => {
    const times = timesOf(hours.filter((each) => each.day === day));
    return times && `${day[0]!.toUpperCase()}${day[1]} ${times}`;
  })
    .filter(Boolean)
    .join('; ');
}

/** Formats special hours: `2026-11-26 off "Thanksgiving"; 2026-12-24 09:00-14:00`. */
function specialHoursText(days: readonly SpecialHoursDto[]): string {
  return days
    .map(({ date, hours, name }) => {
      const times = `${date} ${timesOf(hours) || 'off'}`;
      return name === null ? times : `${times} ${JSON.stringify(name)}`;
    })
    .join('; ');
}

function timesOf(periods: readonly Period[]): string {
  return periods.map(({ opens, closes }) => `${opens}-${closes}`).join();
}
