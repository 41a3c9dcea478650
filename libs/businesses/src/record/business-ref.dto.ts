import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

@ApiSchema({ name: 'BusinessRef' })
export class BusinessRefDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({ example: 'loon-lake-bakery-duluth' })
  slug: string;

  @Field.text({ max: 200, example: 'Loon Lake Bakery' })
  name: string;
}
