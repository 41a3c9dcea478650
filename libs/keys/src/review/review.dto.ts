import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsUUID,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
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

export const KEY_REQUEST_SORTS = ['queue', 'newest', 'oldest'] as const;
export type KeyRequestSort = (typeof KEY_REQUEST_SORTS)[number];

export class ListKeyRequestsQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: KEY_REQUEST_STATUSES,
    description: 'Returns only requests with this status.',
  })
  @IsOptional()
  @IsIn(KEY_REQUEST_STATUSES, {
    message: `status must be one of ${KEY_REQUEST_STATUSES.join(', ')}.`,
  })
  status?: KeyRequestStatus;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    example: 'maps',
    description: 'Matches part of the name, email address, organization, website or project.',
  })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  q?: string;

  @ApiPropertyOptional({
    enum: KEY_REQUEST_SORTS,
    default: 'queue',
    description:
      'Sort in review order (pending requests first, oldest first), or by submission date.',
  })
  @IsIn(KEY_REQUEST_SORTS, { message: `sort must be one of ${KEY_REQUEST_SORTS.join(', ')}.` })
  sort: KeyRequestSort = 'queue';
}

@ApiSchema({ name: 'Approval' })
export class ApprovalDto {
  @IsLimitPerHour({
    description:
      'Defaults to DEFAULT_LIMIT_PER_HOUR (1000). The `expectedRequestsPerHour` field of the request ' +
      'shows how many requests the developer expects to send.',
  })
  limitPerHour?: number;

  @ApiPropertyOptional({
    format: 'date-time',
    example: exampleInstant(365),
    description: 'When the key stops working. It never expires if omitted.',
  })
  @IsOptional()
  @InstantParameter()
  expiresAt?: Date;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 1000,
    example: 'Met at the fair.',
    description: 'Note for other admins. The developer never sees it.',
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
    example: 'The project is not described.',
    description: 'Sent to the developer by email.',
  })
  @Text({ min: 1, max: 1000, lines: true })
  reason: string;
}

export const MOST_DECISIONS = 100;

@ApiSchema({ name: 'KeyRequestDecision' })
export class DecisionDto extends ApprovalDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  @IsUUID(undefined, { message: 'id must be the id of a key request.' })
  id: string;

  @ApiProperty({ enum: ['approve', 'reject'], example: 'approve' })
  @IsIn(['approve', 'reject'], { message: 'decision must be approve or reject.' })
  decision: 'approve' | 'reject';

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 1000,
    example: 'The project is not described.',
    description: 'Required for a rejection. Sent to the developer by email.',
  })
  @ValidateIf(({ decision }: DecisionDto) => decision === 'reject')
  @Text({ min: 1, max: 1000, lines: true })
  reason?: string;
}

@ApiSchema({ name: 'KeyRequestDecisions' })
export class DecisionsDto {
  @ApiProperty({ type: [DecisionDto], maxItems: MOST_DECISIONS })
  @IsArray({ message: 'decisions must be a list.' })
  @ArrayMaxSize(MOST_DECISIONS, {
    message: `decisions must have at most ${MOST_DECISIONS} entries.`,
  })
  @IsObject({ each: true, message: 'decisions must be a list of objects.' })
  @ValidateNested({ each: true, message: 'decisions must be a list of objects.' })
  @Type(() => DecisionDto)
  decisions: DecisionDto[];
}

@ApiSchema({ name: 'DecisionFailure' })
export class DecisionFailureDto {
  @ApiProperty({
    enum: ['conflict', 'internal_error', 'invalid_body', 'not_found'],
    example: 'not_found',
  })
  code: string;

  @ApiProperty({ example: 'No key request has this id.' })
  message: string;
}

@ApiSchema({ name: 'DecisionOutcome' })
export class DecisionOutcomeDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ type: String, enum: ['approved', 'rejected', null], nullable: true })
  status: 'approved' | 'rejected' | null;

  @ApiProperty({
    type: DecisionFailureDto,
    nullable: true,
    description: 'Why this request could not be decided. Other requests are unaffected.',
    example: null,
  })
  error: DecisionFailureDto | null;
}

@ApiSchema({ name: 'HeldKey' })
export class HeldKeyDto {
  @ApiProperty({ format: 'uuid', example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  id: string;

  @ApiProperty({ example: 'North Shore Maps' })
  label: string;

  @ApiProperty({ type: 'integer', example: 1000 })
  limitPerHour: number;

  @ApiProperty({ enum: ['active', 'suspended'], example: 'active' })
  state: string;
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

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the request was rejected.',
    example: null,
  })
  reason: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Note for other admins.',
    example: null,
  })
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
    description: 'Id of the key that the approval created.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  keyId: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of earlier requests from the same mailbox.',
    example: 0,
  })
  earlierRequests: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Network that the request came from, an IPv4 /24 or an IPv6 /48. Null for requests stored ' +
      'before networks were recorded.',
    example: '192.0.2.0/24',
  })
  network: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of other requests from that network.',
    example: 0,
  })
  networkRequests: number;

  @ApiProperty({
    type: [HeldKeyDto],
    description: 'The ten newest keys of the same mailbox that are not revoked.',
    example: [],
  })
  heldKeys: HeldKeyDto[];
}
