import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { isMailbox, normaliseEmail } from '#libs/text/src/email-address.js';
import { FromText } from '#libs/text/src/from-text.js';

/** Declares the address of one mailbox, converted to lower case. */
export function Email() {
  return applyDecorators(
    FromText(normaliseEmail),
    ValidateBy({
      name: 'email',
      validator: {
        validate: (value) => typeof value === 'string' && isMailbox(value),
        defaultMessage: (args) =>
          `${args?.property} must be an email address such as dev@example.org.`,
      },
    }),
  );
}
