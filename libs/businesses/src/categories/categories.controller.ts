import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { CacheableRead } from '#libs/response-cache/src/cacheable-read.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { representPage } from '#libs/response-cache/src/representation.js';
import { CategoriesService } from './categories.service.js';
import { CategoryDto } from './category.dto.js';

@ApiTags('Categories')
@RequiresKey()
@CachesResponse()
@Surface('api')
@Controller('api/v1/categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listCategories',
    summary: 'List categories',
    description:
      'Returns all top-level categories by name, without `pagination`. Each contains its subcategories in `children` and ' +
      'the number of open businesses.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of top-level categories.' })
  list(@Query() query: PageQuery): CacheableRead {
    return new CacheableRead(async () => representPage(await this.categories.page(query), query));
  }
}
