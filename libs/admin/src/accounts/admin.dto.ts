import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Email } from '#libs/http/src/validation/email.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { Password } from './password.decorator.js';

@ApiSchema({ name: 'NewAdmin' })
export class NewAdminDto {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'solveig@example.org' })
  @Email()
  email: string;

  @ApiProperty({ minLength: 1, maxLength: 100, example: 'Solveig Dahl' })
  @Text({ min: 1, max: 100 })
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
  @ApiProperty({ format: 'uuid', example: '0193a5d1-3b62-7c05-8e4f-1a2b3c4d5e6f' })
  id: string;

  @ApiProperty({ format: 'email', example: 'solveig@example.org' })
  email: string;

  @ApiProperty({ example: 'Solveig Dahl' })
  name: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the account was disabled; null for an enabled account.',
    example: null,
  })
  disabledAt: Date | null;
}

@ApiSchema({ name: 'AdminSession' })
export class SessionDto {
  @ApiProperty({ format: 'uuid', example: '0193a5d2-11aa-7b3c-9d4e-5f60718293a4' })
  id: string;

  @ApiProperty({
    description: "The client's network at sign-in: an IPv4 /24 or an IPv6 /48.",
    example: '192.0.2.0/24',
  })
  address: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:01:00.000Z' })
  createdAt: Date;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T02:01:00.000Z' })
  expiresAt: Date;

  @ApiProperty({ description: 'Whether this request uses this session.', example: true })
  current: boolean;
}
