import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { KeyRequestStatus } from '#libs/database/src/database.js';
import { exampleInstant } from '#libs/http/src/openapi/example-instant.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { IsLimitPerHour } from '../limit-per-hour.js';

export const KEY_REQUEST_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
] as const satisfies KeyRequestStatus[];

export class ListKeyRequestsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: KEY_REQUEST_STATUSES, description: 'Only requests of this status.' })
  @IsOptional()
  @IsIn(KEY_REQUEST_STATUSES, {
    message: `status must be one of ${KEY_REQUEST_STATUSES.join(', ')}.`,
  })
  status?: KeyRequestStatus;
}

@ApiSchema({ name: 'Approval' })
export class ApprovalDto {
  @IsLimitPerHour({ description: 'DEFAULT_LIMIT_PER_HOUR (1000) unless given.' })
  limitPerHour?: number;

  @ApiPropertyOptional({
    format: 'date-time',
    example: exampleInstant(365),
    description: 'When the key stops working; never unless given.',
  })
  @IsOptional()
  @InstantParameter()
  expiresAt?: Date;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 1000,
    example: 'Met at the fair.',
    description: 'For admins only.',
  })
  @IsOptional()
  @Text({ min: 1, max: 1000, lines: true })
  note?: string;
}

@ApiSchema({ name: 'Rejection' })
export class RejectionDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 1000,
    example: 'No reason given.',
    description: 'Mailed to the developer.',
  })
  @Text({ min: 1, max: 1000, lines: true })
  reason: string;
}

@ApiSchema({ name: 'KeyRequest' })
export class KeyRequestDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ enum: KEY_REQUEST_STATUSES, example: 'approved' })
  status: KeyRequestStatus;

  @ApiProperty({ example: 'Astrid Lindqvist' })
  name: string;

  @ApiProperty({ format: 'email', example: 'astrid@example.org' })
  email: string;

  @ApiProperty({ type: String, nullable: true, example: 'North Shore Maps' })
  organization: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://maps.example.org' })
  website: string | null;

  @ApiProperty({ example: 'A map of independent cafés along the North Shore.' })
  project: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 500 })
  expectedRequestsPerHour: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was rejected.', example: null })
  reason: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'For admins only.', example: null })
  note: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T19:04:10.000Z',
  })
  decidedAt: Date | null;

  @ApiProperty({
    type: String,
    format: 'email',
    nullable: true,
    description: 'The admin who decided.',
    example: 'admin@example.org',
  })
  decidedBy: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The key that the approval made.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  keyId: string | null;
}
