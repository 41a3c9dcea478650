import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin } from '#libs/admin/src/sessions/current-admin.decorator.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { answerEdited } from '#libs/editing/src/edited.js';
import { IfMatch, NeedsIfMatch } from '#libs/editing/src/if-match.decorator.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { success, type Success, successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { CategoryDto, CategoryEntryDto } from '../category.dto.js';
import { CategoriesService } from '../categories.service.js';
import { CategoryEditor } from './category-editor.js';
import { CategoryChange, NewCategory } from './category-input.dto.js';

const IdOrSlug = () =>
  ApiParam({ name: 'idOrSlug', example: 'bakeries', description: 'Id or slug.' });

@ApiTags('Categories')
@RequiresAdmin()
@Controller('admin/categories')
export class AdminCategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly editor: CategoryEditor,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'findCategories',
    summary: 'List categories',
    description: 'The topmost categories with all below them, as the public list has them.',
  })
  @ApiSuccessPage(CategoryDto, { description: 'A page of the topmost categories.' })
  async list(@Query() query: PageQuery): Promise<SuccessPage<CategoryDto>> {
    const { items, total } = await this.categories.page(query);
    return successPage(items, query, total);
  }

  @Post()
  @ApiOperation({
    operationId: 'createCategory',
    summary: 'Add a category',
    description: 'Below another one, or on its own.',
  })
  @ApiSuccess(CategoryEntryDto, {
    status: 201,
    description: 'The new category.',
    headers: ['ETag', 'Location'],
  })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  async create(
    @Body() input: NewCategory,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<CategoryEntryDto>> {
    const created = await this.editor.create(input, admin);
    void reply.header('Location', `/admin/categories/${created.record.id}`);
    return answerEdited(reply, created);
  }

  @Get(':idOrSlug')
  @IdOrSlug()
  @ApiOperation({
    operationId: 'readCategory',
    summary: 'Get one category for a change',
    description: '`ETag` is what If-Match of a change takes.',
  })
  @ApiSuccess(CategoryEntryDto, { description: 'The category.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such category.' })
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<CategoryEntryDto>> {
    return answerEdited(reply, await this.editor.read(idOrSlug));
  }

  @Patch(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'changeCategory',
    summary: 'Change a category',
    description:
      'What is left out stays as it is. A new name or slug is in the records of its businesses at once.',
  })
  @ApiSuccess(CategoryEntryDto, { description: 'The category as it is now.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such category.' })
  @ApiConflictResponse({ description: 'The slug is taken, or it would stand above itself.' })
  async change(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() change: CategoryChange,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<CategoryEntryDto>> {
    return answerEdited(reply, await this.editor.change(idOrSlug, precondition, change, admin));
  }

  @Delete(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'removeCategory',
    summary: 'Remove a category',
    description: 'Only one that has no businesses, events or categories below it.',
  })
  @ApiSuccess(CategoryEntryDto, { description: 'What there was.' })
  @ApiNotFoundResponse({ description: 'There is no such category.' })
  @ApiConflictResponse({ description: 'It is still in use.' })
  async remove(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<CategoryEntryDto>> {
    return success(await this.editor.remove(idOrSlug, precondition, admin));
  }
}
