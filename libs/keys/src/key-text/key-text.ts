import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.js';

const PREFIX = 'mnbd_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^mnbd_[0-9A-Za-z]{38}$/;

/** How much of a secret people are shown to tell it from others: the prefix and 30 of 190 bits. */
const START_LENGTH = 10;

/**
 * A new key: `mnbd_`, 32 random base62 characters (190 bits), and the CRC-32 of all that in six.
 *
 * The prefix lets scanners recognise a leaked key; the checksum lets a mistyped or made-up one be
 * refused without asking the database.
 */
export function generateKeyText(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be a key at all. */
export function hasKeyForm(text: string): boolean {
  return (
    FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
  );
}

/**
 * What is stored of a key, in hexadecimal digits. Its 190 random bits need no slow hash: nobody can
 * try them out.
 */
export function hashKeyText(text: string): string {
  return hash('sha256', text);
}

export function startOfKeyText(text: string): string {
  return text.slice(0, START_LENGTH);
}

function checksum(text: string): string {
  return toBase62(crc32(text), CHECKSUM_LENGTH);
}
