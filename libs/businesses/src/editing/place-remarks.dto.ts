import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Derived field and the field that it was derived from. */
@ApiSchema({ name: 'Derivation' })
export class DerivationDto {
  @ApiProperty({ enum: ['address.county', 'location'], example: 'address.county' })
  field: 'address.county' | 'location';

  @ApiProperty({
    enum: ['location', 'address.postalCode', 'address.city'],
    example: 'address.postalCode',
  })
  from: 'location' | 'address.postalCode' | 'address.city';
}

/** Value that was saved but that an admin should check. */
@ApiSchema({ name: 'Notice' })
export class NoticeDto {
  @ApiProperty({ example: 'location' })
  field: string;

  @ApiProperty({
    example: 'The location is 221 km from the center of ZIP code 55401. It was kept.',
  })
  message: string;
}
