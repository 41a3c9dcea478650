import { ApiSchema, PickType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { KeyRequestStatus } from '#libs/database/src/database.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { KeyDto } from '../administration/key.dto.js';
import { LimitPerHour } from '../administration/key-changes.dto.js';

export const KEY_REQUEST_STATUSES = Object.values(KeyRequestStatus);

const KEY_REQUEST_SORTS = ['queue', 'newest', 'oldest'] as const;
export type KeyRequestSort = (typeof KEY_REQUEST_SORTS)[number];

export class ListKeyRequestsQuery extends PageQuery {
  @Field.choice(KEY_REQUEST_STATUSES, {
    optional: true,
    description: 'Returns only requests with this status.',
  })
  status?: KeyRequestStatus;

  @Field.text({
    min: 1,
    max: 200,
    optional: true,
    example: 'maps',
    description: 'Matches part of the name, email address, organization, website or project.',
  })
  q?: string;

  @Field.choice(KEY_REQUEST_SORTS, {
    default: 'queue',
    description:
      'Sort in review order (pending requests first, oldest first), or by submission date.',
  })
  sort: KeyRequestSort = 'queue';
}

@ApiSchema({ name: 'Approval' })
export class ApprovalDto {
  @LimitPerHour({
    description:
      'Defaults to DEFAULT_LIMIT_PER_HOUR (1000). The `expectedRequestsPerHour` field of the request ' +
      'shows how many requests the developer expects to send.',
  })
  limitPerHour?: number;

  @Field.instant({
    optional: true,
    example: exampleInstant(365),
    description: 'When the key stops working. It never expires if omitted.',
  })
  expiresAt?: Date;

  @Field.text({
    min: 1,
    max: 1000,
    lines: true,
    optional: true,
    example: 'Met at the fair.',
    description: 'Note for other admins. The developer never sees it.',
  })
  note?: string;
}

@ApiSchema({ name: 'Rejection' })
export class RejectionDto {
  @Field.text({
    min: 1,
    max: 1000,
    lines: true,
    example: 'The project is not described.',
    description: 'Sent to the developer by email.',
  })
  reason: string;
}

const MOST_DECISIONS = 100;

@ApiSchema({ name: 'KeyRequestDecision' })
export class DecisionDto extends ApprovalDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(['approve', 'reject'], { example: 'approve' })
  decision: 'approve' | 'reject';

  @Field.text({
    min: 1,
    max: 1000,
    lines: true,
    when: ({ decision }: DecisionDto) => decision === 'reject',
    description:
      'Required for a rejection, and only allowed there. Sent to the developer by email.',
  })
  reason?: string;
}

@ApiSchema({ name: 'KeyRequestDecisions' })
export class DecisionsDto {
  @Field.list(DecisionDto, { max: MOST_DECISIONS })
  decisions: DecisionDto[];
}

@ApiSchema({ name: 'DecisionFailure' })
export class DecisionFailureDto {
  @Field.choice(['conflict', 'internal_error', 'invalid_body', 'not_found', 'unavailable'], {
    example: 'not_found',
  })
  code: string;

  @Field.text({ example: 'There is no key request "0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11".' })
  message: string;
}

@ApiSchema({ name: 'DecisionOutcome' })
export class DecisionOutcomeDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(['approved', 'rejected', null], { nullable: true })
  status: 'approved' | 'rejected' | null;

  @Field.object(DecisionFailureDto, {
    nullable: true,
    example: null,
    description: 'Why this request could not be decided. Other requests are unaffected.',
  })
  error: DecisionFailureDto | null;
}

@ApiSchema({ name: 'HeldKey' })
export class HeldKeyDto extends PickType(KeyDto, ['id', 'label', 'limitPerHour']) {
  @Field.choice(['active', 'suspended', 'expired'], { example: 'active' })
  state: string;
}

@ApiSchema({ name: 'KeyRequest' })
export class KeyRequestDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(KEY_REQUEST_STATUSES, { example: 'approved' })
  status: KeyRequestStatus;

  @Field.text({ example: 'Astrid Lindqvist' })
  name: string;

  @Field.email({ example: 'astrid@example.org' })
  email: string;

  @Field.text({ nullable: true, example: 'North Shore Maps' })
  organization: string | null;

  @Field.text({ nullable: true, example: 'https://maps.example.org' })
  website: string | null;

  @Field.text({ example: 'A map of independent cafés along the North Shore.' })
  project: string;

  @Field.integer({ nullable: true, example: 500 })
  expectedRequestsPerHour: number | null;

  @Field.text({ nullable: true, example: null, description: 'Why the request was rejected.' })
  reason: string | null;

  @Field.text({ nullable: true, example: null, description: 'Note for other admins.' })
  note: string | null;

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @Field.instant({ nullable: true, example: '2026-11-20T19:04:10.000Z' })
  decidedAt: Date | null;

  @Field.email({
    nullable: true,
    example: 'admin@example.org',
    description: 'The admin who decided.',
  })
  decidedBy: string | null;

  @Field.id({
    nullable: true,
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
    description: 'Id of the key that the approval created.',
  })
  keyId: string | null;

  @Field.integer({ example: 0, description: 'Number of earlier requests from the same mailbox.' })
  earlierRequests: number;

  @Field.text({
    nullable: true,
    example: '192.0.2.0/24',
    description:
      'Network that the request came from, an IPv4 /24 or an IPv6 /48. Null if the address ' +
      'was unknown.',
  })
  network: string | null;

  @Field.integer({ example: 0, description: 'Number of other requests from that network.' })
  networkRequests: number;

  @Field.list(HeldKeyDto, {
    example: [],
    description: 'The ten newest keys of the same mailbox that are not revoked.',
  })
  heldKeys: HeldKeyDto[];
}

/** Status of a request, as the link in its emails shows it. */
@ApiSchema({ name: 'KeyRequestProgress' })
export class KeyRequestProgressDto extends PickType(KeyRequestDto, [
  'id',
  'status',
  'reason',
  'createdAt',
  'decidedAt',
]) {}
