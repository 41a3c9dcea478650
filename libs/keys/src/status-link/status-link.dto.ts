import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { KeyRequestStatus } from '#libs/database/src/database.js';
import { KEY_REQUEST_STATUSES } from '../review/review.dto.js';

@ApiSchema({ name: 'KeyRequestProgress' })
export class KeyRequestProgressDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ enum: KEY_REQUEST_STATUSES, example: 'pending' })
  status: KeyRequestStatus;

  @ApiProperty({
    maxLength: 1000,
    type: String,
    nullable: true,
    description: 'Why the request was rejected.',
    example: null,
  })
  reason: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  decidedAt: Date | null;
}
