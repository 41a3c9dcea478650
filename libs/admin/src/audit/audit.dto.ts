import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { Prisma } from '#libs/database/src/database.js';
import { FormattedPageQuery } from '#libs/http/src/csv-answers.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';

const AUDIT_KINDS = ['changes', 'sign-ins'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export class ListAuditQuery extends FormattedPageQuery {
  @ApiPropertyOptional({
    enum: AUDIT_KINDS,
    description:
      '`sign-ins`: only sign-ins, failed sign-ins and sign-outs; `changes`: all other actions.',
  })
  @IsOptional()
  @IsIn(AUDIT_KINDS, { message: `kind must be one of ${AUDIT_KINDS.join(', ')}.` })
  kind?: AuditKind;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only actions of this admin.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'adminId must be the id of an admin.' })
  adminId?: string;

  @ApiPropertyOptional({ maxLength: 100, example: 'key.revoke', description: 'Only this action.' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  action?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'key',
    description: 'Only actions on this type of object.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  subject?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'Only actions on the object with this id.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  subjectId?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Only actions at or after this time.',
  })
  @IsOptional()
  @InstantParameter()
  since?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Only actions before this time.',
  })
  @IsOptional()
  @InstantParameter()
  until?: Date;
}

@ApiSchema({ name: 'AuditActor' })
export class AuditActorDto {
  @ApiProperty({ format: 'uuid', example: '0193a5d1-3b62-7c05-8e4f-1a2b3c4d5e6f' })
  id: string;

  @ApiProperty({ format: 'email', example: 'solveig@example.org' })
  email: string;

  @ApiProperty({ example: 'Solveig Dahl' })
  name: string;
}

@ApiSchema({ name: 'AuditEntry' })
export class AuditEntryDto {
  @ApiProperty({ format: 'uuid', example: '0193a620-5f1e-7d2c-8b3a-4c5d6e7f8091' })
  id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  at: Date;

  @ApiProperty({
    type: AuditActorDto,
    nullable: true,
    description: 'The admin who acted; null for the command line and for failed sign-ins.',
  })
  admin: AuditActorDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The operator who acted on the command line; null otherwise.',
    example: null,
  })
  operator: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The client's network: an IPv4 /24 or an IPv6 /48.",
    example: '192.0.2.0/24',
  })
  address: string | null;

  @ApiProperty({ example: 'key.revoke' })
  action: string;

  @ApiProperty({ example: 'key' })
  subject: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  subjectId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Current name of the subject (the label of a key), or its name when it was removed.',
    example: 'North Shore Maps',
  })
  subjectName: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Current email address of the key owner, requester or admin.',
    example: 'astrid@example.org',
  })
  subjectEmail: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Prefix of a key's newest secret.",
    example: 'mnbd_4fK2x',
  })
  subjectStart: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The changed fields before the action.',
    example: { state: 'active', reason: null },
  })
  before: Prisma.JsonValue;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The changed fields after the action.',
    example: { state: 'revoked', reason: 'Found in a public repository.' },
  })
  after: Prisma.JsonValue;
}
