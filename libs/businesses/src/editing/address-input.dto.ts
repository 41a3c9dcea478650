import { ApiSchema } from '@nestjs/swagger';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { minnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { Satisfies } from '#libs/text/src/satisfies.js';

const MinnesotaPostalCode = () =>
  Satisfies(
    (value: unknown) => typeof value === 'string' && minnesotaPostalCode(value) !== undefined,
    { message: 'postalCode must be a Minnesota ZIP code.' },
  );

/** Address in Minnesota. Omitted fields keep their value. */
@ApiSchema({ name: 'AddressInput' })
export class AddressInput {
  @Field.text({ min: 1, max: 200, ...CLEARABLE, example: '12 Harbor Street' })
  street?: string | null;

  @Field.text({ min: 1, max: 100, ...CLEARABLE, example: 'Suite 3' })
  unit?: string | null;

  @Field.text({
    min: 1,
    max: 100,
    ...CLEARABLE,
    example: 'Duluth',
    description:
      'A city in Minnesota gets its usual spelling: "West Saint Paul" for "W. St. Paul".',
  })
  city?: string | null;

  @Field.text({
    min: 1,
    max: 100,
    ...CLEARABLE,
    example: 'St. Louis',
    description: 'County in Minnesota. Derived from the location or address if omitted or null.',
  })
  county?: string | null;

  @Field.text({
    max: 10,
    by: MinnesotaPostalCode(),
    ...CLEARABLE,
    example: '55802',
    description: 'Five digits or ZIP+4. Only the first five digits are kept.',
  })
  postalCode?: string | null;
}
