import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Pagination } from '../envelope.js';

@ApiSchema({ name: 'Pagination' })
export class PaginationDto implements Pagination {
  @ApiProperty({ type: 'integer', example: 1, description: 'The page that was asked for.' })
  page: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'How many items a page has.' })
  limit: number;

  @ApiProperty({ type: 'integer', example: 2913, description: 'All matching items, exactly.' })
  total: number;

  @ApiProperty({ type: 'integer', example: 146, description: 'total / limit, rounded up.' })
  totalPages: number;
}
