import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CategoryEntryDto } from '#libs/businesses/src/categories/category.dto.js';
import { MAX_CURSOR } from '../position.js';

/** A category as changes tell of it. */
@ApiSchema({ name: 'ChangedCategory' })
export class ChangedCategoryDto extends CategoryEntryDto {
  @ApiProperty({
    format: 'date-time',
    example: '2026-02-21T09:00:00.000Z',
    description:
      'Since when it has its name. Put the name into each business of yours that has the `slug` among ' +
      'its `categories`, and this time for its `updatedAt` where that is earlier.',
  })
  namedAt: string;
}

@ApiSchema({ name: 'ChangesPagination' })
export class ChangesPaginationDto {
  @ApiProperty({
    type: 'integer',
    example: 1000,
    description: 'How many changes a page has at most.',
  })
  limit: number;

  @ApiProperty({
    maxLength: MAX_CURSOR,
    example: 'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
    description: 'What to send as `after` next time, also when nothing has changed.',
  })
  next: string;

  @ApiProperty({ example: false, description: 'Whether there are more changes by now.' })
  hasMore: boolean;
}
