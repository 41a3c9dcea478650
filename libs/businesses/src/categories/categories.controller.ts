import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { DirectoryRead } from '#libs/response-cache/src/directory-read.js';
import { ReadsDirectory } from '#libs/response-cache/src/reads-directory.decorator.js';
import { representPage } from '#libs/response-cache/src/representation.js';
import { CategoriesService } from './categories.service.js';
import { CategoryDto } from './category.dto.js';

@ApiTags('Categories')
@RequiresKey()
@ReadsDirectory()
@Surface('api')
@Controller('api/v1/categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listCategories',
    summary: 'List categories',
    description:
      'Returns the top-level categories by name. Each contains its subcategories in `children` and ' +
      'the number of open businesses.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of top-level categories.' })
  list(@Query() query: PageQuery): DirectoryRead {
    return new DirectoryRead(async () => representPage(await this.categories.page(query), query));
  }
}
