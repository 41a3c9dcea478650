import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

@ApiSchema({ name: 'Address' })
export class AddressDto {
  @Field.text({ max: 300, nullable: true, example: '12 Harbor Street' })
  street: string | null;

  @Field.text({ max: 300, nullable: true, example: 'Suite 3' })
  unit: string | null;

  @Field.text({ max: 300, nullable: true, example: 'Duluth' })
  city: string | null;

  @Field.text({ max: 100, nullable: true, example: 'St. Louis' })
  county: string | null;

  @Field.text({ max: 2, example: 'MN' })
  state: string;

  @Field.text({ max: 5, nullable: true, example: '55802' })
  postalCode: string | null;
}
