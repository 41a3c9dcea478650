import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** A field that nobody stated, and what its value follows from. */
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

/** Something that was saved as it was sent, and that an admin should look at. */
@ApiSchema({ name: 'Notice' })
export class NoticeDto {
  @ApiProperty({ example: 'location' })
  field: string;

  @ApiProperty({
    example: 'The location is 221 km from the middle of ZIP code 55401. It was kept.',
  })
  message: string;
}
