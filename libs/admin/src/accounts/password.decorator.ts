import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { LONGEST_PASSWORD, PASSWORD_PLACEHOLDER, SHORTEST_PASSWORD } from './password-policy.js';

const MESSAGE = `password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;

/** A password that is being set. Whether it is easy to guess, the account's words tell. */
export function Password() {
  return applyDecorators(
    ApiProperty({
      format: 'password',
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
      example: PASSWORD_PLACEHOLDER,
      description:
        'Not one that is easy to guess: common passwords, patterns, and those that contain the ' +
        "account's name are refused, and so is this example.",
    }),
    IsString({ message: MESSAGE }),
    Length(SHORTEST_PASSWORD, LONGEST_PASSWORD, { message: MESSAGE }),
  );
}
