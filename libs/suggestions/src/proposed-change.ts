import type { Prisma } from '#libs/database/src/database.js';
import { cleanHours } from '#libs/imports/src/cleaning/hours.js';
import { readPhoneNumber } from '#libs/text/src/phone-number.js';
import type { MissingInput, ReportInput } from './suggestion-input.dto.js';

/**
 * Converts a report to the change that an admin would send, or returns undefined if only a person
 * can. The change is not validated until an admin accepts it; the admin can send a different one.
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

/** Converts a missing business to the record that an admin would add. */
export function additionOf(input: MissingInput): Prisma.InputJsonObject {
  const { name, city, street, postalCode, phone, website } = input;
  return {
    name,
    address: { city, ...(street && { street }), ...(postalCode && { postalCode }) },
    ...(phone && { phone: phoneOf(phone) }),
    ...(website && { website }),
  };
}

/** Parses opening hours. Returns undefined if they are written in words. */
function hoursIn(text: string): Prisma.InputJsonObject | undefined {
  const hours = cleanHours(text.trim());
  return hours?.length ? { hours: hours.map((period) => ({ ...period })) } : undefined;
}

/** Converts a phone number to E.164. Returns any other text unchanged, for the admin to correct. */
function phoneOf(text: string): string {
  return readPhoneNumber(text)?.value ?? text;
}
