import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isEmail, ValidateBy } from 'class-validator';
import { findControlCharacter } from '#libs/text/src/control-characters.js';
/** What some addresses may hold by RFC 5321, in quotes, and what no mailbox of today needs. */
const DANGEROUS = /[\s"<>(),:;\\\u200C\u200D]/;

/** The address of one mailbox, in one spelling: normalised in case. */
export function Email() {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? normaliseEmail(value) : value,
    ),
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
          `${args?.property} must be an e-mail address such as dev@example.org.`,
      },
    }),
  );
}

/** One spelling for one mailbox: mail providers do not tell addresses apart by case. */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase();
}
