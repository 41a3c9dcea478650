import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { DeliveryStatus } from '#libs/database/src/database.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';

export const DELIVERY_STATUSES = Object.values(DeliveryStatus);

export class ListDeliveriesQuery extends PageQuery {
  @Field.choice(DELIVERY_STATUSES, {
    optional: true,
    description: 'Returns only deliveries with this status.',
  })
  status?: DeliveryStatus;

  @Field.text({
    min: 1,
    max: 200,
    optional: true,
    example: 'astrid@example.org',
    description: 'Matches part of the recipient.',
  })
  q?: string;
}

@ApiSchema({ name: 'DeliveryRetry' })
export class DeliveryRetryDto {
  @Field.email({
    optional: true,
    example: 'astrid@example.org',
    description:
      'Corrected address. It also becomes the address for all later emails to this person. The ' +
      'previous address is notified by email.',
  })
  recipient?: string;
}

@ApiSchema({ name: 'Delivery' })
export class DeliveryDto {
  @Field.id({ example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  id: string;

  @Field.text({ example: 'key-approved', description: 'Kind of message.' })
  kind: string;

  @Field.email({ example: 'astrid@example.org' })
  recipient: string;

  @Field.choice(DELIVERY_STATUSES, {
    example: 'failed',
    description:
      '`failed`: the mail server refused the mail, or every attempt failed; an admin has to act. ' +
      '`superseded`: the message no longer holds, for example because a suspended key was resumed ' +
      'first, or the mail server refused a notice to a former address; there is nothing to do.',
  })
  status: DeliveryStatus;

  @Field.integer({ example: 1, description: 'Number of attempts so far.' })
  attempts: number;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'Time of the next attempt, if the delivery is pending.',
  })
  nextAttemptAt: Date | null;

  @Field.text({
    nullable: true,
    example: '550 5.1.1 No such user here',
    description:
      "Reason why the last attempt did not send the mail: the mail server's answer, if it gave one.",
  })
  lastError: string | null;

  @Field.id({
    nullable: true,
    example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43',
    description: 'Id of the key that the email is about.',
  })
  keyId: string | null;

  @Field.id({
    nullable: true,
    example: null,
    description: 'Id of the key request that the email is about.',
  })
  requestId: string | null;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @Field.instant({ nullable: true, example: null })
  sentAt: Date | null;
}
