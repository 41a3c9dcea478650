import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

const MESSAGE = 'password must have 8 to 256 characters.';

/** A password that is being set: the bounds of ADMIN_PASSWORD. */
export function Password() {
  return applyDecorators(
    ApiProperty({
      format: 'password',
      minLength: 8,
      maxLength: 256,
      example: 'correct horse battery',
    }),
    IsString({ message: MESSAGE }),
    Length(8, 256, { message: MESSAGE }),
  );
}
