import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A telephone number in E.164, read as a caller in the United States would; null where it is none. */
export function cleanPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : null;
}
