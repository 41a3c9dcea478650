import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Pagination } from '../envelope.js';

@ApiSchema({ name: 'Pagination' })
export class PaginationDto implements Pagination {
  @ApiProperty({ type: 'integer', example: 1, description: 'Requested page.' })
  page: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'Items per page.' })
  limit: number;

  @ApiProperty({ type: 'integer', example: 2913, description: 'Exact number of matching items.' })
  total: number;

  @ApiProperty({ type: 'integer', example: 146, description: 'total / limit, rounded up.' })
  totalPages: number;
}
