import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { Environment } from '#libs/config/src/environment.js';
import { AdminController } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { representRecords } from '#libs/response-cache/src/representation.js';
import { CategoriesService } from '../categories.service.js';
import { CategoryDto, CategoryEntryDto } from '../category.dto.js';
import { CategoryEditor } from './category-editor.js';
import { CategoryChange, NewCategory } from './category-input.dto.js';

@AdminController('admin/categories', 'Categories')
export class AdminCategoriesController extends RecordsController({
  kind: 'category',
  collection: 'categories',
  model: CategoryEntryDto,
  input: NewCategory,
  change: CategoryChange,
  example: 'bakery',
  leavesTombstone: false,
  describe: {
    create: 'Adds a subcategory or a top-level category.',
    change:
      'Omitted fields keep their value. A new name or slug immediately appears in the records of ' +
      'its businesses.',
    remove: 'Only a category without businesses, events and subcategories can be removed.',
  },
  conflict: {
    create: 'Another category has this slug.',
    change: 'Another category has this slug, or the category would become its own ancestor.',
    remove: 'The category is still in use.',
  },
}) {
  constructor(
    private readonly categories: CategoriesService,
    private readonly environment: Environment,
    editor: CategoryEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    summary: 'List categories',
    description:
      'Returns the same list as the public API: top-level categories with their subcategories.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of top-level categories.' })
  async findCategories(@Query() query: PageQuery) {
    return representRecords(await this.categories.page(query), query, this.environment).body;
  }
}
