import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { DeliveryStatus } from '#libs/database/src/database.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Email } from '#libs/http/src/validation/email.decorator.js';

export const DELIVERY_STATUSES = [
  'pending',
  'sent',
  'failed',
  'superseded',
] as const satisfies DeliveryStatus[];

export class ListDeliveriesQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: DELIVERY_STATUSES,
    description: 'Returns only deliveries with this status.',
  })
  @IsOptional()
  @IsIn(DELIVERY_STATUSES, { message: `status must be one of ${DELIVERY_STATUSES.join(', ')}.` })
  status?: DeliveryStatus;
}

@ApiSchema({ name: 'DeliveryRetry' })
export class DeliveryRetryDto {
  @ApiPropertyOptional({
    format: 'email',
    example: 'astrid@example.org',
    description:
      'Corrected address. It also becomes the address for all later emails to this person. The ' +
      'previous address is notified by email.',
  })
  @IsOptional()
  @Email()
  recipient?: string;
}

@ApiSchema({ name: 'Delivery' })
export class DeliveryDto {
  @ApiProperty({ format: 'uuid', example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  id: string;

  @ApiProperty({ description: 'Kind of message.', example: 'key-approved' })
  kind: string;

  @ApiProperty({ format: 'email', example: 'astrid@example.org' })
  recipient: string;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description:
      '`failed`: the mail server refused the mail, or every attempt failed; an admin has to act. ' +
      '`superseded`: the mail was never sent because its message no longer holds, for example ' +
      'because a suspended key was resumed first; there is nothing to do.',
    example: 'failed',
  })
  status: DeliveryStatus;

  @ApiProperty({ type: 'integer', description: 'Number of attempts so far.', example: 1 })
  attempts: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of the next attempt, if the delivery is pending.',
    example: null,
  })
  nextAttemptAt: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      "Reason why the last attempt did not send the mail: the mail server's answer, if it gave one.",
    example: '550 5.1.1 No such user here',
  })
  lastError: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the key that the email is about.',
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
  })
  keyId: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the key request that the email is about.',
    example: null,
  })
  requestId: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  sentAt: Date | null;
}
