import { ApiSchema } from '@nestjs/swagger';
import { Field } from '../validation/field.js';
import type { Pagination } from '../envelope.js';

@ApiSchema({ name: 'Pagination' })
export class PaginationDto implements Pagination {
  @Field.integer({ example: 1, description: 'Requested page.' })
  page: number;

  @Field.integer({ example: 20, description: 'Items per page.' })
  limit: number;

  @Field.integer({ example: 2913, description: 'Exact number of matching items.' })
  total: number;

  @Field.integer({ example: 146, description: 'total / limit, rounded up.' })
  totalPages: number;
}
