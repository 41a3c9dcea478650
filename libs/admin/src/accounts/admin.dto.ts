import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { Password } from './password.decorator.js';

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
export class NewPasswordDto {
  @Password()
  password: string;
}

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
