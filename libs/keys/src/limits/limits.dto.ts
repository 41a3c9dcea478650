import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const BUDGETS = ['key', 'address', 'page', 'file', 'operator'] as const;

@ApiSchema({ name: 'LimitWindow' })
export class LimitWindowDto {
  @ApiProperty({
    enum: BUDGETS,
    description:
      'Which budget: of a key, of an address without a valid key, or of an address for pages, for the files that pages load, or for administration and monitoring.',
    example: 'key',
  })
  budget: (typeof BUDGETS)[number];

  @ApiProperty({
    description: 'Of what it is: the id of the key, or the address; of IPv6, its /64.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  of: string;

  @ApiProperty({ type: 'integer', description: 'Requests in a window.', example: 1000 })
  limit: number;

  @ApiProperty({ type: 'integer', description: 'How long a window is.', example: 3600 })
  windowSeconds: number;

  @ApiProperty({ type: 'integer', description: 'Requests that were let pass.', example: 1000 })
  used: number;

  @ApiProperty({ type: 'integer', example: 0 })
  remaining: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the window ends; null while none has begun.',
    example: '2026-11-20T22:00:00.000Z',
  })
  resetsAt: Date | null;
}
