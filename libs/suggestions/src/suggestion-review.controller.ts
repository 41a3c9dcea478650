import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentAdmin, type SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import {
  AcceptanceDto,
  DismissalDto,
  ListSuggestionsQuery,
  SuggestionDto,
  SuggestionWithDifferenceDto,
} from './suggestion.dto.js';
import { SuggestionReviewService } from './suggestion-review.service.js';

@ApiTags('Suggestions')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/suggestions')
export class SuggestionReviewController {
  constructor(private readonly review: SuggestionReviewService) {}

  @Get()
  @ApiOperation({
    operationId: 'listSuggestions',
    summary: 'List suggestions',
    description:
      'What visitors reported as wrong or missing. Newest first, all or those of one status.',
  })
  @ApiSuccessPage(SuggestionDto, { description: 'A page of suggestions.' })
  async list(@Query() query: ListSuggestionsQuery): Promise<SuccessPage<SuggestionDto>> {
    const { items, total } = await this.review.list(query);
    return successPage(items, query, total);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getSuggestion',
    summary: 'Show a suggestion',
    description: 'Includes what it would change of the business as it is now.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'The suggestion.' })
  @ApiResponse({ status: 404, description: 'There is no suggestion with this id.' })
  async get(@Param('id', EntityId) id: string): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.get(id));
  }

  @Post(':id/accept')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptSuggestion',
    summary: 'Accept a suggestion',
    description:
      'Applies its change, or the corrected one in the body, to the business; a missing ' +
      'business is added. A visitor who left an address is told by mail.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'Accepted; the change is made.' })
  @ApiResponse({ status: 404, description: 'There is no suggestion with this id.' })
  @ApiResponse({ status: 409, description: 'It was decided before, or something is taken.' })
  @ApiResponse({ status: 410, description: 'The business was removed.' })
  async accept(
    @Param('id', EntityId) id: string,
    @Body() acceptance: AcceptanceDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.accept(id, acceptance, admin));
  }

  @Post(':id/dismiss')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'dismissSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'Changes nothing. The reason is mailed to a visitor who left an address.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'Dismissed.' })
  @ApiResponse({ status: 404, description: 'There is no suggestion with this id.' })
  @ApiResponse({ status: 409, description: 'The suggestion was decided before.' })
  async dismiss(
    @Param('id', EntityId) id: string,
    @Body() dismissal: DismissalDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.dismiss(id, dismissal, admin));
  }
}
