import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'CategoryRef' })
export class CategoryRefDto {
  @ApiProperty({ example: 'bakeries' })
  slug: string;

  @ApiProperty({ example: 'Bakeries' })
  name: string;
}
