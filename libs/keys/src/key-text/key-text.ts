import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'mnbd_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Largest multiple of 62 that fits in a byte. Using higher bytes would favor some digits. */
const UNBIASED_BELOW = 248;
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^mnbd_[0-9A-Za-z]{38}$/;

/**
 * Length of the start of a secret that is shown to identify it: the prefix and 30 of 190 random
 * bits.
 */
const START_LENGTH = 10;

/**
 * Generates a key: `mnbd_`, 32 random base62 characters (190 bits) and a six-character CRC-32
 * checksum of both.
 *
 * The prefix lets secret scanners recognize a leaked key. The checksum lets the API refuse a
 * mistyped or made-up key without a database query.
 */
export function generateKeyText(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Reports whether a text has the format and checksum of a key. */
export function hasKeyForm(text: string): boolean {
  return (
    FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
  );
}

/**
 * Returns the stored SHA-256 hash of a key, in hexadecimal. A slow hash isn't needed, because 190
 * random bits cannot be brute-forced.
 */
export function hashKeyText(text: string): string {
  return hash('sha256', text);
}

export function startOfKeyText(text: string): string {
  return text.slice(0, START_LENGTH);
}

/** Returns the CRC-32 in base 62, left-padded with zeros. */
function checksum(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    digits = DIGITS[rest % 62] + digits;
  }
  return digits;
}

function randomBase62(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BELOW && digits.length < length) digits += DIGITS[byte % 62];
    }
  }
  return digits;
}
