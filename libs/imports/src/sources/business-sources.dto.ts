import { ApiSchema } from '@nestjs/swagger';
import { Field, field } from '#libs/http/src/validation/field.js';

@ApiSchema({ name: 'SourcedValue' })
export class SourcedValueDto {
  @Field.text({ example: 'address.street' })
  field: string;

  @field(
    {
      oneOf: [
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'object', additionalProperties: true },
        { type: 'array', items: {} },
      ],
    },
    {
      nullable: true,
      example: '12 Main St',
      description: 'Current value; null if an admin removed the value of a source.',
    },
  )
  value: unknown;

  @Field.text({
    nullable: true,
    example: 'openbrewerydb',
    description: 'Source of the value; null for an admin.',
  })
  source: string | null;
}

@ApiSchema({ name: 'BusinessSourceRow' })
export class BusinessSourceRowDto {
  @Field.text({ example: 'openbrewerydb' })
  source: string;

  @Field.text({ example: '5128df48', description: 'Key of the row in the source.' })
  key: string;

  @Field.integer({
    example: 20,
    description: 'Precedence when sources disagree; the higher rank wins.',
  })
  rank: number;

  @Field.text({ nullable: true, example: 'MIT' })
  licence: string | null;

  @Field.text({ nullable: true, example: '© Open Brewery DB' })
  attribution: string | null;

  @Field.id({
    nullable: true,
    example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40',
    description: 'Last import that changed the row; null if it was not recorded.',
  })
  importId: string | null;

  @Field.flag({
    example: false,
    description: 'Whether it was missing from a complete file of the source.',
  })
  isMissing: boolean;

  @Field.json({
    example: { name: 'Loon Cafe', 'address.street': '12 Main St' },
    description: 'Values by field.',
  })
  values: Record<string, unknown>;
}

@ApiSchema({ name: 'BusinessSources' })
export class BusinessSourcesDto {
  @Field.list(SourcedValueDto)
  values: SourcedValueDto[];

  @Field.list(BusinessSourceRowDto)
  rows: BusinessSourceRowDto[];
}
