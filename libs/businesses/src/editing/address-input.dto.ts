import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { isMinnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';

const MinnesotaPostalCode = () =>
  ValidateBy({
    name: 'minnesotaPostalCode',
    validator: {
      validate: (value) =>
        typeof value === 'string' &&
        /^\d{5}(-\d{4})?$/.test(value) &&
        isMinnesotaPostalCode(value.slice(0, 5)),
      defaultMessage: () => 'postalCode must be a Minnesota ZIP code.',
    },
  });

/** Address in Minnesota. Omitted fields keep their value. */
@ApiSchema({ name: 'AddressInput' })
export class AddressInput {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 200,
    example: '12 Harbor Street',
  })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  street?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Suite 3' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  unit?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Duluth' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  city?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 100,
    example: 'St. Louis',
    description: 'County in Minnesota. Derived from the location or address if omitted or null.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  county?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 10,
    example: '55802',
    description: 'Five digits or ZIP+4. Only the first five digits are kept.',
  })
  @IsOptional()
  @MinnesotaPostalCode()
  postalCode?: string | null;
}
