import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { CategoriesService } from '../categories.service.js';
import { CategoryDto, CategoryEntryDto } from '../category.dto.js';
import { CategoryEditor } from './category-editor.js';
import { CategoryChange, NewCategory } from './category-input.dto.js';

@ApiTags('Categories')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/categories')
export class AdminCategoriesController extends RecordsController({
  kind: 'category',
  collection: 'categories',
  model: CategoryEntryDto,
  input: NewCategory,
  change: CategoryChange,
  example: 'bakery',
  leavesTombstone: false,
  describe: {
    create: 'Below another one, or on its own.',
    change:
      'What is left out stays as it is. A new name or slug appears in the records of its ' +
      'businesses at once.',
    remove: 'Only one that has no businesses, events or categories below it.',
  },
  conflict: {
    create: 'The slug is taken.',
    change: 'The slug is taken, or it would stand above itself.',
    remove: 'It is still in use.',
  },
}) {
  constructor(
    private readonly categories: CategoriesService,
    editor: CategoryEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    operationId: 'findCategories',
    summary: 'List categories',
    description: 'The same as the public list: the topmost categories with all below them.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of the topmost categories.' })
  async list(@Query() query: PageQuery): Promise<SuccessPage<CategoryDto>> {
    const { items, total } = await this.categories.page(query);
    return successPage(items, query, total);
  }
}
