import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { FormattedPageQuery } from '#libs/http/src/csv-responses.js';

export const KEY_STATES = ['active', 'suspended', 'revoked', 'expired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export const KEY_SORTS = ['newest', 'requests', 'lastUsed'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

export class ListKeysQuery extends FormattedPageQuery {
  @Field.choice(KEY_STATES, { optional: true, description: 'Returns only keys in this state.' })
  state?: KeyState;

  @Field.text({
    min: 1,
    max: 200,
    optional: true,
    example: 'astrid@example.org',
    description:
      'Matches part of the label, owner name or owner email, or the start of a secret, such as mnbd_4fK2x.',
  })
  q?: string;

  @Field.choice(KEY_SORTS, {
    default: 'newest',
    description:
      'Sort by creation date, by requests in the last 30 days, or by last use, all descending.',
  })
  sort: KeySort = 'newest';
}

@ApiSchema({ name: 'KeySecret' })
export class KeySecretDto {
  @Field.id({ example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  id: string;

  @Field.text({
    example: 'mnbd_4fK2x',
    description: 'First characters of the secret, to identify it. The rest is not stored.',
  })
  start: string;

  @Field.instant({ example: '2026-11-20T19:04:11.000Z' })
  createdAt: Date;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'When the secret stops working, if a newer one has replaced it.',
  })
  expiresAt: Date | null;
}

@ApiSchema({ name: 'Key' })
export class KeyDto {
  @Field.id({ example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  id: string;

  @Field.id({
    nullable: true,
    example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12',
    description: 'Id of the key request that led to this key.',
  })
  requestId: string | null;

  @Field.text({ example: 'North Shore Maps' })
  label: string;

  @Field.text({ example: 'Astrid Lindqvist' })
  ownerName: string;

  @Field.email({ example: 'astrid@example.org' })
  ownerEmail: string;

  @Field.integer({ example: 1000 })
  limitPerHour: number;

  @Field.choice(KEY_STATES, { example: 'active' })
  state: KeyState;

  @Field.text({
    nullable: true,
    example: null,
    description: 'Why the key is suspended or revoked.',
  })
  stateReason: string | null;

  @Field.instant({ nullable: true, example: null })
  expiresAt: Date | null;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @Field.instant({
    nullable: true,
    example: '2026-11-20T21:15:42.000Z',
    description: 'Time of the last request with this key, a few seconds behind.',
  })
  lastUsedAt: Date | null;

  @Field.integer({ example: 18_250, description: 'Requests served in the last 30 days.' })
  requests: number;

  @Field.integer({
    example: 12,
    description:
      'Requests refused in the last 30 days because of the limit or the state of the key.',
  })
  refusals: number;

  @Field.list(KeySecretDto)
  secrets: KeySecretDto[];
}
