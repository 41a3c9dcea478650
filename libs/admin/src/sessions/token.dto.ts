import { applyDecorators } from '@nestjs/common';
import { Equals, IsString, Length, MaxLength } from 'class-validator';
import { Field, field } from '#libs/http/src/validation/field.js';
import { SESSION_SECONDS } from './sessions.service.js';

const MAX_UNUSED = 4_096;

/** Validates text as it is, because a password may begin with a space. */
const Filled = (max: number) =>
  Length(1, max, { message: `$property must have 1 to ${max} characters.` });

const Unused = () =>
  Field.text({
    max: MAX_UNUSED,
    optional: true,
    description: 'Ignored; accepted because OAuth clients send it.',
    by: applyDecorators(IsString(), MaxLength(MAX_UNUSED)),
  });

/** Form of the OAuth 2.0 resource owner password credentials grant (RFC 6749, section 4.3.2). */
export class PasswordForm {
  @Field.choice(['password'], {
    optional: true,
    description: 'The only supported grant.',
    by: Equals('password', { message: 'grant_type must be password.' }),
  })
  grant_type?: 'password';

  @Field.text({
    max: 254,
    example: 'admin@example.org',
    description: "The admin's email address.",
    by: Filled(254),
  })
  username: string;

  @field({ type: 'string', format: 'password', maxLength: 256 }, {}, Filled(256))
  password: string;

  @Unused()
  scope?: string;

  @Unused()
  client_id?: string;

  @Unused()
  client_secret?: string;
}

/** Response of RFC 6749, section 5.1, without the usual envelope, because OAuth clients read it. */
export class AccessToken {
  @Field.text({
    example: 'q1vVJm0Y0c5Nn8jBqkKp0n3m4Tz6C8wYd2sUoXhE7aA',
    description: 'Opaque token.',
  })
  access_token: string;

  @Field.choice(['bearer'])
  token_type: 'bearer';

  @Field.number({ example: SESSION_SECONDS, description: 'Lifetime in seconds.' })
  expires_in: number;
}

/** Error response of RFC 6749, section 5.2. */
export class TokenFailure {
  @Field.text({
    example: 'invalid_grant',
    description:
      '`invalid_grant`, `invalid_request`, `unsupported_grant_type`, or an error code of the other operations.',
  })
  error: string;

  @Field.text({ example: 'The email address or password is wrong.' })
  error_description: string;
}
