import { parsePhoneNumberFromString } from 'libphonenumber-js';

export interface PhoneNumber {
  /** The number in E.164, such as +12185550147. */
  value: string;
  /** The part of the text that was left out. */
  note?: 'extensionDropped' | 'firstOfSeveral';
}

/**
 * Reads a phone number as people write it, in the US format unless it has a country code. Returns
 * the first of several numbers, and null if the text contains none.
 */
export function readPhoneNumber(text: string): PhoneNumber | null {
  const whole = numberIn(text);
  if (whole) return whole;
  const parts = text.split(BETWEEN_NUMBERS).filter((part) => /\d{3}/.test(part));
  const first = parts.length > 1 ? numberIn(parts[0]!.trim()) : null;
  return first && { value: first.value, note: 'firstOfSeveral' };
}

function numberIn(text: string): PhoneNumber | null {
  // Spreadsheets write numbers as decimals, and vanity numbers contain words.
  const digits = text.replace(/^(\d{10,11})\.0+$/, '$1').replace(VANITY, toDigits);
  const number = parsePhoneNumberFromString(digits, 'US');
  if (!number?.isValid()) return null;
  return { value: number.number, ...(number.ext && { note: 'extensionDropped' as const }) };
}

/** A punctuation mark, a word, or only whitespace before a ten-digit number. */
const BETWEEN_NUMBERS =
  /[;,|&/\n]|\b(?:or|and)\b|(?<=\d{4})\s+(?=(?:\+?1[-. ])?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b)/i;
const VANITY = /^(?:1[-. ]?)?\(?[2-9]\d\d\)?[-. ]?(?=[A-Z\d-]*[A-Z]{4})[A-Z\d-]{7,9}$/;
/** Letters on the keys 2 to 9 (ITU-T E.161). */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

function toDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) =>
    String(KEYS.findIndex((letters) => letters.includes(letter)) + 2),
  );
}
