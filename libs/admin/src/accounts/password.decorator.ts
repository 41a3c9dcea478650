import { IsString, Length } from 'class-validator';
import { field } from '#libs/http/src/validation/field.js';
import { LONGEST_PASSWORD, PASSWORD_PLACEHOLDER, SHORTEST_PASSWORD } from './password-policy.js';

const MESSAGE = `password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;

/** Validates the length of a new password. `problemOfPassword` checks how easy it is to guess. */
export function Password() {
  return field(
    {
      type: 'string',
      format: 'password',
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
    },
    {
      example: PASSWORD_PLACEHOLDER,
      description:
        'Must be hard to guess. Refused are common passwords, patterns, passwords built from the ' +
        "account's name or email address, and this example.",
    },
    IsString({ message: MESSAGE }),
    Length(SHORTEST_PASSWORD, LONGEST_PASSWORD, { message: MESSAGE }),
  );
}
