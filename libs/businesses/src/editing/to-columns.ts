import type { Prisma } from '#libs/database/src/database.js';
import { omitUndefined } from '#libs/editing/src/changed-fields.js';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import type { BusinessDto } from '../record/business.dto.js';
import type { SpecialHoursInput } from '../record/hours.dto.js';
import { DECLARATIONS, SIMPLE_FIELD_NAMES } from '../record/simple-fields.js';
import type { BusinessChange } from './business-input.dto.js';

type Columns = Omit<Prisma.BusinessUncheckedUpdateInput, 'id' | 'slug' | 'categories'>;

/**
 * Returns the columns that a change sets, except for the place (see `placeAfter`). Omitted fields
 * are undefined, which Prisma ignores.
 */
export function toColumns(
  change: BusinessChange,
  today: LocalDate,
  present?: BusinessDto,
): Columns {
  const { name, status, hours, specialHours } = change;
  const { street, unit } = change.address ?? {};
  return {
    name,
    status,
    street,
    unit,
    ...simpleColumns(change),
    social: merged(present?.social, change.social),
    attributes: merged(present?.attributes, change.attributes),
    identifiers: change.identifiers?.map(({ scheme, value }) => ({ scheme, value })),
    ...confirmation(change, today),
    hours: hours?.map(({ day, opens, closes }) => ({ day, opens, closes })),
    specialHours: specialHours && toSpecialHours(specialHours),
  };
}

/** @throws ApiError `invalid_body` if an entry is both closed and open, or neither */
function toSpecialHours(days: readonly SpecialHoursInput[]) {
  return days
    .map(({ date, closed, hours = [], name = null }) => {
      if (closed !== undefined && closed !== (hours.length === 0)) {
        const message = `On ${date} a business is either closed or has hours.`;
        throw invalidBody('specialHours', message);
      }
      const periods = hours.map(({ opens, closes }) => ({ opens, closes }));
      return { date, closed: hours.length === 0, hours: periods, name };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function simpleColumns(change: BusinessChange): Columns {
  const values = SIMPLE_FIELD_NAMES.map((name) => {
    const value = change[name];
    const isDate = DECLARATIONS[name].form === 'date' && value;
    return [name, isDate ? new Date(`${value}T00:00:00Z`) : value];
  });
  return Object.fromEntries(values) as Columns;
}

/** @throws ApiError `invalid_body` if only the confirming person is given, or a future day */
function confirmation({ confirmedOn, confirmedBy }: BusinessChange, today: LocalDate): Columns {
  if (confirmedOn === undefined && confirmedBy === undefined) return {};
  if (!confirmedOn && confirmedBy) {
    throw invalidBody('confirmedOn', 'confirmedBy requires confirmedOn.');
  }
  if (confirmedOn && confirmedOn > today) {
    throw invalidBody('confirmedOn', 'confirmedOn must not be in the future.');
  }
  return {
    confirmedOn: confirmedOn ? new Date(`${confirmedOn}T00:00:00Z`) : null,
    confirmedBy: confirmedOn ? (confirmedBy ?? 'admin') : null,
  };
}

/** Returns the values after a change, in which null removes one. */
function merged<T extends object>(present: object | undefined, change: T | undefined) {
  if (!change) return undefined;
  const values = Object.entries({ ...present, ...omitUndefined(change) });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as Prisma.InputJsonObject;
}
