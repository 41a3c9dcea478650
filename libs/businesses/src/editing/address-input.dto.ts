import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { Text } from '#libs/http/src/validation/text.decorator.js';

/** In Minnesota; what is left out stays as it is. */
@ApiSchema({ name: 'AddressInput' })
export class AddressInput {
  @ApiPropertyOptional({ type: String, nullable: true, example: '12 Harbor Street' })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  street?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'Suite 3' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  unit?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'Duluth' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  city?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'St. Louis' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  county?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '55802' })
  @IsOptional()
  @Matches(/^5\d{4}(-\d{4})?$/, { message: 'postalCode must be a ZIP code of Minnesota.' })
  postalCode?: string | null;
}
