import { applyDecorators } from '@nestjs/common';
import { isEmail, ValidateBy } from 'class-validator';
import { findControlCharacter } from '#libs/text/src/control-characters.js';
import { FromText } from '#libs/text/src/from-text.js';

/** Characters that RFC 5321 allows in quoted addresses but that no real mailbox needs. */
const DANGEROUS = /[\s"<>(),:;\\\u200C\u200D]/;

/** Declares the address of one mailbox, converted to lower case. */
export function Email() {
  return applyDecorators(
    FromText(normaliseEmail),
    ValidateBy({
      name: 'email',
      validator: {
        validate: (value) =>
          typeof value === 'string' &&
          value.length <= 254 &&
          !DANGEROUS.test(value) &&
          !findControlCharacter(value) &&
          isEmail(value, { ignore_max_length: false }),
        defaultMessage: (args) =>
          `${args?.property} must be an email address such as dev@example.org.`,
      },
    }),
  );
}

/** Normalizes an address, because mail providers ignore case. */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase();
}
