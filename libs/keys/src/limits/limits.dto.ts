import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const BUDGETS = ['key', 'address', 'page', 'file', 'operator'] as const;

@ApiSchema({ name: 'LimitWindow' })
export class LimitWindowDto {
  @ApiProperty({
    enum: BUDGETS,
    description:
      'Budget: of a key, of an address without a valid key, or of an address for pages, for the files that pages load, or for administration and monitoring.',
    example: 'key',
  })
  budget: (typeof BUDGETS)[number];

  @ApiProperty({
    description: 'Id of the key, or the address. IPv6 addresses are shown as their /64 network.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  of: string;

  @ApiProperty({ type: 'integer', description: 'Requests allowed in a window.', example: 1000 })
  limit: number;

  @ApiProperty({ type: 'integer', description: 'Length of a window in seconds.', example: 3600 })
  windowSeconds: number;

  @ApiProperty({ type: 'integer', description: 'Requests allowed so far.', example: 1000 })
  used: number;

  @ApiProperty({ type: 'integer', example: 0 })
  remaining: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'End of the current window. Null if no window has started.',
    example: '2026-11-20T22:00:00.000Z',
  })
  resetsAt: Date | null;
}
