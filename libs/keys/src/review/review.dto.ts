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
  @ApiPropertyOptional({ enum: KEY_REQUEST_STATUSES, description: 'Only requests of this status.' })
  @IsOptional()
  @IsIn(KEY_REQUEST_STATUSES, {
    message: `status must be one of ${KEY_REQUEST_STATUSES.join(', ')}.`,
  })
  status?: KeyRequestStatus;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    example: 'maps',
    description: 'Part of the name, the address, the organization, the website or the project.',
  })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  q?: string;

  @ApiPropertyOptional({
    enum: KEY_REQUEST_SORTS,
    default: 'queue',
    description:
      'In the order in which they are to be decided: pending ones first, and the oldest first; or all by when they came.',
  })
  @IsIn(KEY_REQUEST_SORTS, { message: `sort must be one of ${KEY_REQUEST_SORTS.join(', ')}.` })
  sort: KeyRequestSort = 'queue';
}

@ApiSchema({ name: 'Approval' })
export class ApprovalDto {
  @IsLimitPerHour({
    description:
      'DEFAULT_LIMIT_PER_HOUR (1000) unless given. What the developer expects to need is ' +
      '`expectedRequestsPerHour` of the request.',
  })
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
    example: 'No reason given.',
    description: 'Needed to reject: mailed to the developer.',
  })
  @ValidateIf(({ decision }: DecisionDto) => decision === 'reject')
  @Text({ min: 1, max: 1000, lines: true })
  reason?: string;
}

@ApiSchema({ name: 'KeyRequestDecisions' })
export class DecisionsDto {
  @ApiProperty({ type: [DecisionDto], maxItems: MOST_DECISIONS })
  @IsArray({ message: 'decisions must be a list.' })
  @ArrayMaxSize(MOST_DECISIONS, { message: `decisions must be at most ${MOST_DECISIONS}.` })
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

  @ApiProperty({ example: 'There is no key request with this id.' })
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
    description: 'Why it was not decided; the others were all the same.',
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

  @ApiProperty({
    type: 'integer',
    description: 'How often the same mailbox had asked before.',
    example: 0,
  })
  earlierRequests: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The network that it came from, an IPv4 /24 or an IPv6 /48; null for requests of before this was ' +
      'noted.',
    example: '192.0.2.0/24',
  })
  network: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'How many other requests came from that network.',
    example: 0,
  })
  networkRequests: number;

  @ApiProperty({
    type: [HeldKeyDto],
    description: 'The newest ten keys of the same mailbox that are not revoked.',
    example: [],
  })
  heldKeys: HeldKeyDto[];
}
