import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { DuplicateStatus } from '#libs/database/src/database.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { type Reason, REASONS } from '../matching/score.js';

const STATUSES = ['open', 'later', 'dismissed', 'merged'] as const satisfies DuplicateStatus[];

export class ListDuplicatesQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: STATUSES,
    default: 'open',
    description:
      '`open` pairs await a decision, and `later` ones were postponed. `dismissed` pairs are ' +
      'different businesses, and `merged` pairs are now one.',
  })
  @IsIn(STATUSES, { message: `status must be one of ${STATUSES.join(', ')}.` })
  status: DuplicateStatus = 'open';
}

@ApiSchema({ name: 'DuplicateMerge' })
export class DuplicateMerge {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    // Not a business of the sample, so that no one merges a real one by accident.
    example: 'the-business-to-keep',
    description: 'Id or slug of the business of the pair to keep. The other one is removed.',
  })
  @Text({ min: 1, max: 100 })
  keep: string;
}

@ApiSchema({ name: 'Duplicate' })
export class DuplicateDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ enum: STATUSES, example: 'open' })
  status: DuplicateStatus;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.75,
    description: 'How much of the two agreed when the import compared them.',
  })
  score: number;

  @ApiProperty({
    enum: REASONS,
    enumName: 'MatchReason',
    isArray: true,
    example: ['name', 'postalCode', 'city'],
    description: 'Values that agreed then, most telling first.',
  })
  reasons: Reason[];

  @ApiProperty({
    type: [BusinessDto],
    minItems: 2,
    maxItems: 2,
    description: 'Both businesses as they are now, the older one first.',
  })
  businesses: BusinessDto[];

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0193a5f0-7c1e-7b7a-8f3e-2d9c4a6b1e05',
    description: 'Import that added the pair.',
  })
  importId: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'Time of the last decision, which may be to postpone the pair.',
  })
  decidedAt: Date | null;

  @ApiProperty({
    type: String,
    format: 'email',
    nullable: true,
    example: null,
    description: 'Email address of the admin who decided.',
  })
  decidedBy: string | null;
}
