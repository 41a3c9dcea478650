import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { Attribution } from './sources.service.js';

@ApiSchema({ name: 'Attribution' })
export class AttributionDto implements Attribution {
  @Field.text({ max: 100, example: 'openbrewerydb', description: 'Name of the source.' })
  name: string;

  @Field.text({ max: 200, nullable: true, example: 'MIT' })
  licence: string | null;

  @Field.text({
    max: 300,
    example: '© Open Brewery DB',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  attribution: string;
}
