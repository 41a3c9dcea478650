import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { CategoryEntryDto } from '#libs/businesses/src/categories/category.dto.js';
import { MAX_CURSOR } from '../position.js';

/** Category as it appears in changes. */
@ApiSchema({ name: 'ChangedCategory' })
export class ChangedCategoryDto extends CategoryEntryDto {
  @Field.instant({
    example: '2026-02-21T09:00:00.000Z',
    description:
      'Time of the last rename. Set the new name in every business of your copy that has this `slug` in ' +
      'its `categories`, and raise its `updatedAt` to this time if it is earlier.',
  })
  namedAt: string;
}

@ApiSchema({ name: 'ChangesPagination' })
export class ChangesPaginationDto {
  @Field.integer({ example: 1000, description: 'Maximum number of changes on a page.' })
  limit: number;

  @Field.text({
    max: MAX_CURSOR,
    example: 'NWQ4ZTIwZjEuMTc5NTM2NjgwMDEyMw',
    description: 'Cursor to send as `after` in the next request, even if nothing has changed.',
  })
  next: string;

  @Field.flag({ example: false, description: 'True if more changes are available now.' })
  hasMore: boolean;
}
