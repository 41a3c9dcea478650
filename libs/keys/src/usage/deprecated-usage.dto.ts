import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';

const OPERATION = 'GET /api/v1/businesses/:idOrSlug';

export class DeprecatedUsageQuery extends PageQuery {
  @Field.text({
    max: 200,
    optional: true,
    example: OPERATION,
    description: 'Returns only calls of this operation.',
  })
  operation?: string;
}

@ApiSchema({ name: 'DeprecatedUsage' })
export class DeprecatedUsageDto {
  @Field.text({ example: OPERATION, description: 'HTTP method and route.' })
  operation: string;

  @Field.id({ example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  keyId: string;

  @Field.text({ example: 'Bus stop app' })
  label: string;

  @Field.text({ example: 'ada@example.org', description: 'Email address of the key owner.' })
  ownerEmail: string;

  @Field.integer({ example: 1204, description: 'Number of requests served so far.' })
  requests: number;

  @Field.instant({ example: '2026-11-20T14:03:11.000Z' })
  lastRequestAt: Date;
}
