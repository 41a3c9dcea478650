import { Body, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import {
  AcceptanceDto,
  DismissalDto,
  ListSuggestionsQuery,
  SuggestionDto,
  SuggestionWithDifferenceDto,
} from './suggestion.dto.js';
import { SuggestionReviewService } from './suggestion-review.service.js';

@AdminController('admin/suggestions', 'Suggestions')
export class SuggestionReviewController {
  constructor(private readonly review: SuggestionReviewService) {}

  @Get()
  @ApiOperation({
    summary: 'List suggestions',
    description:
      'Lists reports on businesses, and suggested businesses, events and deals, in review order: pending ones first, oldest first.',
  })
  @ApiSuccessPage(SuggestionDto, { description: 'A page of suggestions.' })
  async listSuggestions(@Query() query: ListSuggestionsQuery): Promise<SuccessPage<SuggestionDto>> {
    return successPage(await this.review.list(query), query);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Show a suggestion',
    description: 'Includes the differences from the current record of the business.',
  })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'The suggestion.' })
  async getSuggestion(
    @EntityId('suggestion') id: string,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.get(id));
  }

  @Post(':id/accept')
  @ApiOperation({
    summary: 'Accept a suggestion',
    description:
      'Applies the suggested change, or the one in the body, to the business. A missing business, ' +
      'an event or a deal is added. A visitor who left an email address is notified.',
  })
  @ApiSuccess(SuggestionWithDifferenceDto, {
    description: 'The suggestion was accepted and the change applied.',
  })
  @ApiResponse({
    status: 409,
    description: 'The suggestion was already decided, or the change conflicts with another record.',
  })
  @ApiResponse({ status: 410, description: 'The business was removed.' })
  async acceptSuggestion(
    @EntityId('suggestion') id: string,
    @Body() acceptance: AcceptanceDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.accept(id, acceptance, admin));
  }

  @Post(':id/dismiss')
  @ApiOperation({
    summary: 'Dismiss a suggestion',
    description:
      'Leaves the directory unchanged. A visitor who left an email address receives the reason.',
  })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'Dismissed.' })
  @ApiResponse({ status: 409, description: 'The suggestion was already decided.' })
  async dismissSuggestion(
    @EntityId('suggestion') id: string,
    @Body() dismissal: DismissalDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.dismiss(id, dismissal, admin));
  }

  @Post(':id/reopen')
  @ApiOperation({
    summary: 'Undo the dismissal of a suggestion',
    description:
      'Makes the suggestion pending again. If the dismissal email has not been sent yet, it is ' +
      'canceled. To undo an acceptance, use the history of the record.',
  })
  @ApiSuccess(SuggestionWithDifferenceDto, { description: 'The pending suggestion.' })
  @ApiResponse({ status: 409, description: 'The suggestion is not dismissed.' })
  async reopenSuggestion(
    @EntityId('suggestion') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<SuggestionWithDifferenceDto>> {
    return success(await this.review.reopen(id, admin));
  }
}
