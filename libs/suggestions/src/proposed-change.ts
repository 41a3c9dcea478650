import type { Prisma } from '#libs/database/src/database.js';
import { cleanHours } from '#libs/imports/src/cleaning/hours.js';
import type { MissingInput, ReportInput } from './suggestion-input.dto.js';

/**
 * A report as a change that an admin would send; undefined where it takes a person to make one of
 * it. Nothing of it is checked: that is done when an admin accepts it, who may send another.
 */
export function changeOf({ about, correction }: ReportInput): Prisma.InputJsonObject | undefined {
  switch (about) {
    case 'phone':
      return { phone: phoneOf(correction) };
    case 'name':
    case 'website':
    case 'email':
      return { [about]: correction };
    case 'street':
    case 'city':
    case 'postalCode':
      return { address: { [about]: correction } };
    case 'hours':
      return hoursIn(correction);
    case 'closed':
      return { status: 'closed' };
    default:
      return undefined;
  }
}

/** A missing business as an admin would add it. */
export function additionOf(input: MissingInput): Prisma.InputJsonObject {
  const { name, city, street, postalCode, phone, website } = input;
  return {
    name,
    address: { city, ...(street && { street }), ...(postalCode && { postalCode }) },
    ...(phone && { phone: phoneOf(phone) }),
    ...(website && { website }),
  };
}

/** Undefined where they are written in words. */
function hoursIn(text: string): Prisma.InputJsonObject | undefined {
  const hours = cleanHours(text.trim());
  return hours?.length ? { hours: hours.map((period) => ({ ...period })) } : undefined;
}

/** A telephone number of North America in E.164, however it is written; any other as it is. */
function phoneOf(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `+1${digits}` : text;
}
