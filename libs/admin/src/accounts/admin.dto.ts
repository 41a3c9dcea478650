import { ApiSchema, PickType } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { Field, field } from '#libs/http/src/validation/field.js';
import { LONGEST_PASSWORD, PASSWORD_PLACEHOLDER, SHORTEST_PASSWORD } from './password-policy.js';

const MESSAGE = `password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;

/** Validates the length of a new password. `problemOfPassword` checks how easy it is to guess. */
function Password() {
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

@ApiSchema({ name: 'NewAdmin' })
export class NewAdminDto {
  @Field.email({ example: 'solveig@example.org' })
  email: string;

  @Field.text({ min: 1, max: 100, example: 'Solveig Dahl' })
  name: string;

  @Password()
  password: string;
}

@ApiSchema({ name: 'NewPassword' })
export class NewPasswordDto extends PickType(NewAdminDto, ['password']) {}

@ApiSchema({ name: 'Admin' })
export class AdminDto {
  @Field.id({ example: '0193a5d1-3b62-7c05-8e4f-1a2b3c4d5e6f' })
  id: string;

  @Field.email({ example: 'solveig@example.org' })
  email: string;

  @Field.text({ example: 'Solveig Dahl' })
  name: string;

  @Field.instant({ example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'When the account was disabled; null for an enabled account.',
  })
  disabledAt: Date | null;
}

@ApiSchema({ name: 'AdminSession' })
export class SessionDto {
  @Field.id({ example: '0193a5d2-11aa-7b3c-9d4e-5f60718293a4' })
  id: string;

  @Field.text({
    example: '192.0.2.0/24',
    description: "The client's network at sign-in: an IPv4 /24 or an IPv6 /48.",
  })
  address: string;

  @Field.instant({ example: '2026-11-20T18:01:00.000Z' })
  createdAt: Date;

  @Field.instant({ example: '2026-11-21T02:01:00.000Z' })
  expiresAt: Date;

  @Field.flag({ example: true, description: 'Whether this request uses this session.' })
  current: boolean;
}
