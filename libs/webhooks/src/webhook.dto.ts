import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

const WEBHOOK_STATES = ['active', 'failing', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const URL_EXAMPLE = 'https://app.example.org/hooks/directory';

@ApiSchema({ name: 'NewWebhook' })
export class NewWebhookDto {
  @Field.url({
    example: URL_EXAMPLE,
    description: 'Address on the public internet that begins with `https://`.',
  })
  url: string;
}

@ApiSchema({ name: 'Webhook' })
export class WebhookDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  keyId: string;

  @Field.text({ max: 200, example: 'Trail guide', description: 'Label of the key.' })
  keyLabel: string;

  @Field.url({ example: URL_EXAMPLE })
  url: string;

  @Field.choice(WEBHOOK_STATES, {
    name: 'WebhookState',
    example: 'active',
    description:
      '`paused` webhooks get no pings while their key does not work, `disabled` ones until they are ' +
      'registered again.',
  })
  state: WebhookState;

  @Field.instant({ nullable: true, example: '2026-11-26T18:30:00.000Z' })
  deliveredAt: Date | null;

  @Field.integer({ example: 0, description: 'Consecutive failures.' })
  failures: number;

  @Field.instant({ nullable: true, example: null })
  failingSince: Date | null;

  @Field.text({ max: 500, nullable: true, example: null, description: 'Reason for the failure.' })
  error: string | null;

  @Field.instant({
    nullable: true,
    example: '2026-11-26T18:31:00.000Z',
    description: 'Earliest next ping; null if the webhook is paused or disabled.',
  })
  nextAt: Date | null;

  @Field.instant({ nullable: true, example: null })
  disabledAt: Date | null;

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;
}

@ApiSchema({ name: 'RegisteredWebhook' })
export class RegisteredWebhookDto extends WebhookDto {
  @Field.text({
    max: 60,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    description: 'Signing secret. It is shown only once.',
  })
  secret: string;
}
