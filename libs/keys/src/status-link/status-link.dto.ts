import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { KeyRequestStatus } from '#libs/database/src/database.js';
import { KEY_REQUEST_STATUSES } from '../review/review.dto.js';

@ApiSchema({ name: 'KeyRequestProgress' })
export class KeyRequestProgressDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(KEY_REQUEST_STATUSES, { example: 'pending' })
  status: KeyRequestStatus;

  @Field.text({
    max: 1000,
    nullable: true,
    example: null,
    description: 'Why the request was rejected.',
  })
  reason: string | null;

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @Field.instant({ nullable: true, example: null })
  decidedAt: Date | null;
}
