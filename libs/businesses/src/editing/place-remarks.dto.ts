import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

/** Derived field and the field that it was derived from. */
@ApiSchema({ name: 'Derivation' })
export class DerivationDto {
  @Field.choice(['address.county', 'location'], { example: 'address.county' })
  field: 'address.county' | 'location';

  @Field.choice(['location', 'address.postalCode', 'address.city'], {
    example: 'address.postalCode',
  })
  from: 'location' | 'address.postalCode' | 'address.city';
}

/** Value that was saved but that an admin should check. */
@ApiSchema({ name: 'Notice' })
export class NoticeDto {
  @Field.text({ example: 'location' })
  field: string;

  @Field.text({ example: 'The location is 221 km from the center of ZIP code 55401. It was kept.' })
  message: string;
}
