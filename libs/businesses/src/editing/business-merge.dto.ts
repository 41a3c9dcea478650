import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';

@ApiSchema({ name: 'BusinessMerge' })
export class BusinessMerge {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    // Not a business of the sample, so that no one merges a real one by accident.
    example: 'the-business-to-remove',
    description: 'Id or slug of the business to merge and remove.',
  })
  @Text({ min: 1, max: 100 })
  from: string;

  @ApiPropertyOptional({
    default: false,
    example: true,
    description: 'Merges two businesses even if both their names and their cities differ.',
  })
  @Omittable()
  @IsBoolean({ message: 'force must be true or false.' })
  force?: boolean;
}
