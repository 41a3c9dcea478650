import { applyDecorators, Body, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { DuplicateDto, DuplicateMerge, ListDuplicatesQuery } from './duplicate.dto.js';
import { DuplicatesService } from './duplicates.service.js';

/** Declares an operation that decides on a pair. */
const Decision = (decision: string, operation: Parameters<typeof ApiOperation>[0]) =>
  applyDecorators(
    Post(`:id/${decision}`),
    ApiOperation(operation),
    ApiSuccess(DuplicateDto, { description: 'The pair after the decision.' }),
    ApiResponse({
      status: 409,
      description: 'The pair was already decided, or one of its businesses was removed or merged.',
    }),
  );

@AdminController('admin/duplicates', 'Likely duplicates')
export class DuplicatesController {
  constructor(private readonly duplicates: DuplicatesService) {}

  @Get()
  @ApiOperation({
    summary: 'List likely duplicates',
    description:
      'Lists pairs of businesses that imports suspect to be the same, best scores first. A pair ' +
      'leaves the queue while one of its businesses is removed.',
  })
  @ApiSuccessPage(DuplicateDto, { description: 'A page of pairs.' })
  async listDuplicates(@Query() query: ListDuplicatesQuery): Promise<SuccessPage<DuplicateDto>> {
    return successPage(await this.duplicates.list(query), query);
  }

  @Decision('merge', {
    summary: 'Merge the businesses of a pair',
    description:
      'Merges the other business into the one to keep, like merging two businesses by id or slug. ' +
      'Restoring the removed business returns its source data to it, and nothing else.',
  })
  async mergeDuplicate(
    @EntityId('likely duplicate') id: string,
    @Body() merge: DuplicateMerge,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DuplicateDto>> {
    return success(await this.duplicates.merge(id, merge, admin));
  }

  @Decision('dismiss', {
    summary: 'Mark a pair as different businesses',
    description: 'Keeps both businesses. No later import adds the pair to the queue again.',
  })
  async dismissDuplicate(
    @EntityId('likely duplicate') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DuplicateDto>> {
    return success(await this.duplicates.decide(id, 'dismissed', admin));
  }

  @Decision('later', {
    summary: 'Postpone the decision on a pair',
    description: 'Moves an open pair to the status `later`. It can still be merged or dismissed.',
  })
  async postponeDuplicate(
    @EntityId('likely duplicate') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DuplicateDto>> {
    return success(await this.duplicates.decide(id, 'later', admin));
  }

  @Decision('reopen', {
    summary: 'Undo the decision on a pair',
    description:
      'Returns a postponed or dismissed pair to the queue, or a merged one whose removed business was restored.',
  })
  async reopenDuplicate(
    @EntityId('likely duplicate') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DuplicateDto>> {
    return success(await this.duplicates.decide(id, 'open', admin));
  }
}
