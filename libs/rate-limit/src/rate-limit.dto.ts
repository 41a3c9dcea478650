import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Where a key stands in its present window. */
@ApiSchema({ name: 'RateLimit' })
export class RateLimitDto {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 1000,
    description: 'How many requests the key has in a window of one hour.',
  })
  limit: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 42,
    description: 'How many of them the present window has counted.',
  })
  used: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 958,
    description: 'How many are left in it.',
  })
  remaining: number;

  @ApiProperty({
    type: 'integer',
    example: 1_800_003_600,
    description:
      'When it ends, in Unix epoch seconds, as in X-RateLimit-Reset. Where none has begun: when one that begins now would end.',
  })
  reset: number;

  @ApiProperty({
    format: 'date-time',
    example: '2027-01-15T09:00:00.000Z',
    description: 'The same instant in RFC 3339.',
  })
  resetsAt: string;
}
