import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

/** Usage of a key in its current window. */
@ApiSchema({ name: 'RateLimit' })
export class RateLimitDto {
  @Field.integer({
    min: 1,
    example: 1000,
    description: 'Maximum number of requests per one-hour window.',
  })
  limit: number;

  @Field.integer({ example: 42, description: 'Requests counted in the current window.' })
  used: number;

  @Field.integer({ example: 958, description: 'Requests left in the current window.' })
  remaining: number;

  @Field.integer({
    example: 1_800_003_600,
    description:
      'End of the window in Unix epoch seconds, as in X-RateLimit-Reset. If no window has started, the end of a window that starts now.',
  })
  reset: number;

  @Field.instant({ example: '2027-01-15T09:00:00.000Z', description: 'The same time in RFC 3339.' })
  resetsAt: string;
}
