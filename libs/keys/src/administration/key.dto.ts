import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { FormattedPageQuery } from '#libs/http/src/csv-answers.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';

export const KEY_STATES = ['active', 'suspended', 'revoked', 'expired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export const KEY_SORTS = ['newest', 'requests', 'lastUsed'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

export class ListKeysQuery extends FormattedPageQuery {
  @ApiPropertyOptional({ enum: KEY_STATES, description: 'Returns only keys in this state.' })
  @IsOptional()
  @IsIn(KEY_STATES, { message: `state must be one of ${KEY_STATES.join(', ')}.` })
  state?: KeyState;

  @ApiPropertyOptional({
    maxLength: 200,
    example: 'astrid@example.org',
    description:
      'Matches part of the label, owner name or owner email, or the start of a secret, such as mnbd_4fK2x.',
  })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  q?: string;

  @ApiPropertyOptional({
    enum: KEY_SORTS,
    default: 'newest',
    description:
      'Sort by creation date, by requests in the last 30 days, or by last use, all descending.',
  })
  @IsIn(KEY_SORTS, { message: `sort must be one of ${KEY_SORTS.join(', ')}.` })
  sort: KeySort = 'newest';
}

@ApiSchema({ name: 'KeySecret' })
export class KeySecretDto {
  @ApiProperty({ format: 'uuid', example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  id: string;

  @ApiProperty({
    example: 'mnbd_4fK2x',
    description: 'First characters of the secret, to identify it. The rest is not stored.',
  })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:11.000Z' })
  createdAt: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the secret stops working, if a newer one has replaced it.',
    example: null,
  })
  expiresAt: Date | null;
}

@ApiSchema({ name: 'Key' })
export class KeyDto {
  @ApiProperty({ format: 'uuid', example: '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43' })
  id: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Id of the key request that led to this key.',
    example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12',
  })
  requestId: string | null;

  @ApiProperty({ example: 'North Shore Maps' })
  label: string;

  @ApiProperty({ example: 'Astrid Lindqvist' })
  ownerName: string;

  @ApiProperty({ format: 'email', example: 'astrid@example.org' })
  ownerEmail: string;

  @ApiProperty({ type: 'integer', example: 1000 })
  limitPerHour: number;

  @ApiProperty({ enum: KEY_STATES, example: 'active' })
  state: KeyState;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the key is suspended or revoked.',
    example: null,
  })
  stateReason: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  expiresAt: Date | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of the last request with this key, a few seconds behind.',
    example: '2026-11-20T21:15:42.000Z',
  })
  lastUsedAt: Date | null;

  @ApiProperty({
    type: 'integer',
    description: 'Requests served in the last 30 days.',
    example: 18_250,
  })
  requests: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Requests refused in the last 30 days because of the limit or the state of the key.',
    example: 12,
  })
  refusals: number;

  @ApiProperty({ type: [KeySecretDto] })
  secrets: KeySecretDto[];
}
