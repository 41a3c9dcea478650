import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Address' })
export class AddressDto {
  @ApiProperty({ type: String, nullable: true, example: '12 Harbor Street' })
  street: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Suite 3' })
  unit: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Duluth' })
  city: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'St. Louis' })
  county: string | null;

  @ApiProperty({ example: 'MN' })
  state: string;

  @ApiProperty({ type: String, nullable: true, example: '55802' })
  postalCode: string | null;
}
