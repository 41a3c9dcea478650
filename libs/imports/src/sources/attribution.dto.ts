import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Attribution } from './sources.service.js';

@ApiSchema({ name: 'Attribution' })
export class AttributionDto implements Attribution {
  @ApiProperty({ maxLength: 100, example: 'openbrewerydb', description: 'Name of the source.' })
  name: string;

  @ApiProperty({ maxLength: 200, type: String, nullable: true, example: 'MIT' })
  licence: string | null;

  @ApiProperty({
    maxLength: 300,
    example: '© Open Brewery DB',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  attribution: string;
}
