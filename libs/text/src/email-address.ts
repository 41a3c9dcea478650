import { isEmail } from 'class-validator';
import { findControlCharacter } from './control-characters.js';

/** Characters that RFC 5321 allows in quoted addresses but that no real mailbox needs. */
const DANGEROUS = /[\s"<>(),:;\\\u200C\u200D]/;

/** Reports whether a text is the address of one mailbox, without quotes or invisible characters. */
export function isMailbox(address: string): boolean {
  return (
    address.length <= 254 &&
    !DANGEROUS.test(address) &&
    !findControlCharacter(address) &&
    isEmail(address, { ignore_max_length: false })
  );
}

/** Normalizes an address, because mail providers ignore case. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase();
}
