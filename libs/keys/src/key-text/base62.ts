import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Largest multiple of 62 that fits in a byte. Using higher bytes would favor some digits. */
const UNBIASED_BELOW = 248;

export function randomBase62(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BELOW && digits.length < length) digits += DIGITS[byte % 62];
    }
  }
  return digits;
}

/** Formats a whole number in base 62, left-padded with zeros to `length`. */
export function toBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 62)) {
    digits = DIGITS[rest % 62] + digits;
  }
  return digits;
}
