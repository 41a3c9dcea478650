import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, MaxLength } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';

const OPERATION = 'GET /api/v1/businesses/:idOrSlug';

export class DeprecatedUsageQuery extends PageQuery {
  @ApiPropertyOptional({
    maxLength: 200,
    example: OPERATION,
    description: 'Returns only calls of this operation.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'operation must have at most 200 characters.' })
  operation?: string;
}

@ApiSchema({ name: 'DeprecatedUsage' })
export class DeprecatedUsageDto {
  @ApiProperty({ description: 'HTTP method and route.', example: OPERATION })
  operation: string;

  @ApiProperty({ format: 'uuid', example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  keyId: string;

  @ApiProperty({ example: 'Bus stop app' })
  label: string;

  @ApiProperty({ description: 'Email address of the key owner.', example: 'ada@example.org' })
  ownerEmail: string;

  @ApiProperty({ type: 'integer', description: 'Number of requests served so far.', example: 1204 })
  requests: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:03:11.000Z' })
  lastRequestAt: Date;
}
