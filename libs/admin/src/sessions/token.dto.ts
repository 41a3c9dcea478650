import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Equals, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { SESSION_SECONDS } from './sessions.service.js';

const UNUSED = {
  maxLength: 4_096,
  description: 'Ignored; accepted because OAuth clients send it.',
};

/** Form of the OAuth 2.0 resource owner password credentials grant (RFC 6749, section 4.3.2). */
export class PasswordForm {
  @ApiPropertyOptional({ enum: ['password'], description: 'The only supported grant.' })
  @IsOptional()
  @Equals('password', { message: 'grant_type must be password.' })
  grant_type?: 'password';

  @ApiProperty({
    maxLength: 254,
    description: "The admin's email address.",
    example: 'admin@example.org',
  })
  @IsNotEmpty()
  @IsString()
  @MaxLength(254)
  username: string;

  @ApiProperty({ format: 'password', maxLength: 256 })
  @IsNotEmpty()
  @IsString()
  @MaxLength(256)
  password: string;

  @ApiPropertyOptional({ ...UNUSED })
  @IsOptional()
  @IsString()
  @MaxLength(UNUSED.maxLength)
  scope?: string;

  @ApiPropertyOptional({ ...UNUSED })
  @IsOptional()
  @IsString()
  @MaxLength(UNUSED.maxLength)
  client_id?: string;

  @ApiPropertyOptional({ ...UNUSED })
  @IsOptional()
  @IsString()
  @MaxLength(UNUSED.maxLength)
  client_secret?: string;
}

/** Response of RFC 6749, section 5.1, without the usual envelope, because OAuth clients read it. */
export class AccessToken {
  @ApiProperty({
    description: 'Opaque token.',
    example: 'q1vVJm0Y0c5Nn8jBqkKp0n3m4Tz6C8wYd2sUoXhE7aA',
  })
  access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  token_type: 'bearer';

  @ApiProperty({ description: 'Lifetime in seconds.', example: SESSION_SECONDS })
  expires_in: number;
}

/** Error response of RFC 6749, section 5.2. */
export class TokenFailure {
  @ApiProperty({
    example: 'invalid_grant',
    description:
      '`invalid_grant`, `invalid_request`, `unsupported_grant_type`, or an error code of the other operations.',
  })
  error: string;

  @ApiProperty({ example: 'The email address or password is wrong.' })
  error_description: string;
}
