import { ApiSchema, PickType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { Prisma } from '#libs/database/src/database.js';
import { FormattedPageQuery } from '#libs/http/src/csv-responses.js';
import { AdminDto } from '../accounts/admin.dto.js';

const AUDIT_KINDS = ['changes', 'sign-ins'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export class ListAuditQuery extends FormattedPageQuery {
  @Field.choice(AUDIT_KINDS, {
    optional: true,
    description:
      '`sign-ins`: only sign-ins, failed sign-ins and sign-outs; `changes`: all other actions.',
  })
  kind?: AuditKind;

  @Field.id({ optional: true, description: 'Only actions of this admin.' })
  adminId?: string;

  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    example: 'key.revoke',
    description: 'Only this action.',
  })
  action?: string;

  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    example: 'key',
    description: 'Only actions on this type of object.',
  })
  subject?: string;

  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    description: 'Only actions on the object with this id.',
  })
  subjectId?: string;

  @Field.instant({ optional: true, description: 'Only actions at or after this time.' })
  since?: Date;

  @Field.instant({ optional: true, description: 'Only actions before this time.' })
  until?: Date;
}

@ApiSchema({ name: 'AuditActor' })
export class AuditActorDto extends PickType(AdminDto, ['id', 'email', 'name']) {}

@ApiSchema({ name: 'AuditEntry' })
export class AuditEntryDto {
  @Field.id({ example: '0193a620-5f1e-7d2c-8b3a-4c5d6e7f8091' })
  id: string;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  at: Date;

  @Field.object(AuditActorDto, {
    nullable: true,
    description: 'The admin who acted; null for the command line and for failed sign-ins.',
  })
  admin: AuditActorDto | null;

  @Field.text({
    nullable: true,
    example: null,
    description: 'The operator who acted on the command line; null otherwise.',
  })
  operator: string | null;

  @Field.text({
    nullable: true,
    example: '192.0.2.0/24',
    description: "The client's network: an IPv4 /24 or an IPv6 /48.",
  })
  address: string | null;

  @Field.text({ example: 'key.revoke' })
  action: string;

  @Field.text({ example: 'key' })
  subject: string;

  @Field.text({ nullable: true, example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  subjectId: string | null;

  @Field.text({
    nullable: true,
    example: 'North Shore Maps',
    description:
      'Current name of the subject (the label of a key), or its name when it was removed.',
  })
  subjectName: string | null;

  @Field.text({
    nullable: true,
    example: 'astrid@example.org',
    description: 'Current email address of the key owner, requester or admin.',
  })
  subjectEmail: string | null;

  @Field.text({
    nullable: true,
    example: 'mnbd_4fK2x',
    description: "Prefix of a key's newest secret.",
  })
  subjectStart: string | null;

  @Field.json({
    nullable: true,
    example: { state: 'active', reason: null },
    description: 'The changed fields before the action.',
  })
  before: Prisma.JsonValue;

  @Field.json({
    nullable: true,
    example: { state: 'revoked', reason: 'Found in a public repository.' },
    description: 'The changed fields after the action.',
  })
  after: Prisma.JsonValue;
}
