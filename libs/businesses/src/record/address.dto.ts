import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Address' })
export class AddressDto {
  @ApiProperty({ maxLength: 300, type: String, nullable: true, example: '12 Harbor Street' })
  street: string | null;

  @ApiProperty({ maxLength: 300, type: String, nullable: true, example: 'Suite 3' })
  unit: string | null;

  @ApiProperty({ maxLength: 300, type: String, nullable: true, example: 'Duluth' })
  city: string | null;

  @ApiProperty({ maxLength: 100, type: String, nullable: true, example: 'St. Louis' })
  county: string | null;

  @ApiProperty({ maxLength: 2, example: 'MN' })
  state: string;

  @ApiProperty({ maxLength: 5, type: String, nullable: true, example: '55802' })
  postalCode: string | null;
}
