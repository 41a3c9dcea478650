import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DuplicateStatus } from '#libs/database/src/database.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { type Reason, REASONS } from '../matching/score.js';

const STATUSES = Object.values(DuplicateStatus);

export class ListDuplicatesQuery extends PageQuery {
  @Field.choice(STATUSES, {
    default: 'open',
    description:
      '`open` pairs await a decision, and `later` ones were postponed. `dismissed` pairs are ' +
      'different businesses, and `merged` pairs are now one.',
  })
  status: DuplicateStatus = 'open';
}

@ApiSchema({ name: 'DuplicateMerge' })
export class DuplicateMerge {
  @Field.text({
    min: 1,
    max: 100,
    example: 'the-business-to-keep',
    description: 'Id or slug of the business of the pair to keep. The other one is removed.',
  })
  keep: string;
}

@ApiSchema({ name: 'Duplicate' })
export class DuplicateDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(STATUSES, { example: 'open' })
  status: DuplicateStatus;

  @Field.number({
    min: 0,
    max: 1,
    example: 0.75,
    description: 'How much of the two agreed when the import compared them.',
  })
  score: number;

  @Field.choices(REASONS, {
    name: 'MatchReason',
    example: ['name', 'postalCode', 'city'],
    description: 'Values that agreed then, most telling first.',
  })
  reasons: Reason[];

  @Field.list(BusinessDto, {
    max: 2,
    min: 2,
    description: 'Both businesses as they are now, the older one first.',
  })
  businesses: BusinessDto[];

  @Field.id({
    nullable: true,
    example: '0193a5f0-7c1e-7b7a-8f3e-2d9c4a6b1e05',
    description: 'Import that added the pair.',
  })
  importId: string | null;

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'Time of the last decision, which may be to postpone the pair.',
  })
  decidedAt: Date | null;

  @Field.email({
    nullable: true,
    example: null,
    description: 'Email address of the admin who decided.',
  })
  decidedBy: string | null;
}
