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
    description: 'As it is now; null where an admin took away what a source says.',
  })
  value: unknown;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'openbrewerydb',
    description: 'The source that it is of; null for an admin.',
  })
  source: string | null;
}

@ApiSchema({ name: 'BusinessSourceRow' })
export class BusinessSourceRowDto {
  @ApiProperty({ example: 'openbrewerydb' })
  source: string;

  @ApiProperty({ example: '5128df48', description: 'What the row is identified by there.' })
  key: string;

  @ApiProperty({
    type: 'integer',
    example: 20,
    description: 'Of sources that disagree, the higher counts.',
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
    description: 'Which import changed it last; null where that was before it was kept.',
  })
  importId: string | null;

  @ApiProperty({ example: false, description: 'Whether a complete file of the source lacked it.' })
  isMissing: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { name: 'Loon Cafe', 'address.street': '12 Main St' },
    description: 'What it says, by field.',
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
