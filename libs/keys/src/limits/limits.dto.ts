import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

const BUDGETS = ['key', 'address', 'page', 'file', 'operator'] as const;

@ApiSchema({ name: 'LimitWindow' })
export class LimitWindowDto {
  @Field.choice(BUDGETS, {
    example: 'key',
    description:
      'Budget: of a key, of an address without a valid key, or of an address for pages, for the files that pages load, or for administration and monitoring.',
  })
  budget: (typeof BUDGETS)[number];

  @Field.text({
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
    description: 'Id of the key, or the address. IPv6 addresses are shown as their /64 network.',
  })
  of: string;

  @Field.integer({ example: 1000, description: 'Requests allowed in a window.' })
  limit: number;

  @Field.integer({ example: 3600, description: 'Length of a window in seconds.' })
  windowSeconds: number;

  @Field.integer({ example: 1000, description: 'Requests allowed so far.' })
  used: number;

  @Field.integer({ example: 0 })
  remaining: number;

  @Field.instant({
    nullable: true,
    example: '2026-11-20T22:00:00.000Z',
    description: 'End of the current window. Null if no window has started.',
  })
  resetsAt: Date | null;
}
