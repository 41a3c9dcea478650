import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Text } from '#libs/http/src/validation/text.decorator.js';

@ApiSchema({ name: 'BusinessMerge' })
export class BusinessMerge {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    // Of no business: what goes is chosen by whoever merges.
    example: 'the-business-that-goes',
    description: 'The id or slug of the business that goes.',
  })
  @Text({ min: 1, max: 100 })
  from: string;
}
