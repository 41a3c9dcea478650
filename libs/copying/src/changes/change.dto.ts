import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { NamedCategoryDto } from '#libs/businesses/src/categories/category.dto.js';
import { MAX_CURSOR } from '../position.js';

/** Category as it appears in changes: without counts, which every change would move. */
@ApiSchema({ name: 'ChangedCategory' })
export class ChangedCategoryDto extends NamedCategoryDto {}

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
