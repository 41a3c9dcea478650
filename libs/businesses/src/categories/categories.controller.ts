import { Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import {
  representRecord,
  representRecords,
  type CacheableRead,
} from '#libs/response-cache/src/representation.js';
import { CategoriesService } from './categories.service.js';
import { CategoryDto } from './category.dto.js';

@DirectoryController('api/v1/categories', 'Categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly environment: Environment,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List categories',
    description:
      'Returns top-level categories by name. Each contains its subcategories in `children` and ' +
      'the number of open businesses.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of top-level categories.' })
  listCategories(@Query() query: PageQuery): CacheableRead {
    return async () => representRecords(await this.categories.page(query), query, this.environment);
  }

  @Get(':idOrSlug')
  @ApiOperation({
    summary: 'Get one category',
    description: 'Finds a category with its subcategories by its `id` or `slug`.',
  })
  @ApiParam({ name: 'idOrSlug', example: 'bakery', description: 'The `id` or the `slug`.' })
  @ApiSuccess(CategoryDto, { description: 'The category.' })
  @ApiSuccess(CategoryDto, { status: 308, description: 'The slug is a former one.' })
  @ApiNotFoundResponse({ description: 'No category has this id or slug.' })
  getCategory(@Param('idOrSlug') idOrSlug: string): CacheableRead {
    return async () =>
      representRecord(
        await this.categories.find(idOrSlug),
        { kind: 'category', name: 'name', idOrSlug, operation: 'GET /api/v1/categories' },
        this.environment,
      );
  }
}
