import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'SourcedValue' })
export class SourcedValueDto {
  @ApiProperty({ example: 'address.street' })
  field: string;

  @ApiProperty({
    oneOf: [
      { type: 'string' },
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
    ],
    nullable: true,
    example: '12 Main St',
    description: 'Current value; null if an admin removed the value of a source.',
  })
  value: unknown;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'openbrewerydb',
    description: 'Source of the value; null for an admin.',
  })
  source: string | null;
}

@ApiSchema({ name: 'BusinessSourceRow' })
export class BusinessSourceRowDto {
  @ApiProperty({ example: 'openbrewerydb' })
  source: string;

  @ApiProperty({ example: '5128df48', description: 'Key of the row in the source.' })
  key: string;

  @ApiProperty({
    type: 'integer',
    example: 20,
    description: 'Precedence when sources disagree; the higher rank wins.',
  })
  rank: number;

  @ApiProperty({ type: String, nullable: true, example: 'MIT' })
  licence: string | null;

  @ApiProperty({ type: String, nullable: true, example: '© Open Brewery DB' })
  attribution: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40',
    description: 'Last import that changed the row; null if it was not recorded.',
  })
  importId: string | null;

  @ApiProperty({
    example: false,
    description: 'Whether it was missing from a complete file of the source.',
  })
  isMissing: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { name: 'Loon Cafe', 'address.street': '12 Main St' },
    description: 'Values by field.',
  })
  values: Record<string, unknown>;
}

@ApiSchema({ name: 'BusinessSources' })
export class BusinessSourcesDto {
  @ApiProperty({ type: [SourcedValueDto] })
  values: SourcedValueDto[];

  @ApiProperty({ type: [BusinessSourceRowDto] })
  rows: BusinessSourceRowDto[];
}
