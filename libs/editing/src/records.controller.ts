import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpStatus,
  Param,
  Patch,
  Post,
  Res,
  type Type,
} from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess, type SuccessOptions } from '#libs/http/src/openapi/api-success.js';
import { documented } from '#libs/http/src/openapi/documented.js';
import { respondWithEdited } from './edited.js';
import { IfMatch, type Precondition } from './precondition.js';
import { EditableRecord, RecordEditor, type RecordNames } from './record-editor.js';

/** Properties of the routes for one kind of record. */
interface RecordKind<R, New, Change> extends RecordNames {
  model: Type<R>;
  input: Type<New>;
  change: Type<Change>;
  /** Slug from the sample data, or an id. */
  example: string;
  /** Values that identify a record in the path. */
  identifiedBy?: 'id' | 'id or name' | 'id or slug';
  /** True if a removed record stays readable. */
  leavesTombstone: boolean;
  /** Descriptions of the operations that are specific to this kind. */
  describe: { create: string; change: string; remove: string };
  conflict: { create: string; change?: string; remove?: string };
  /** Members of create and change responses next to `data`. */
  extraMembers?: SuccessOptions['extraMembers'];
}

/** The id or slug in the path of a route. */
export const IdOrSlugOf = ({
  kind,
  example,
  identifiedBy = 'id or slug',
}: Pick<RecordKind<never, never, never>, 'kind' | 'example' | 'identifiedBy'>) =>
  documented(
    Param('idOrSlug'),
    ApiParam({
      name: 'idOrSlug',
      example,
      description: `Id${identifiedBy.slice(2)} of the record.`,
    }),
    ApiNotFoundResponse({ description: `No ${kind} has this ${identifiedBy}.` }),
  );

/** Returns a kind as the prefix of a schema name and with its article. */
function inWords(kind: string) {
  return {
    title: kind[0]!.toUpperCase() + kind.slice(1),
    one: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`,
  };
}

/**
 * Creates a base controller with the admin routes that create, read, change and remove one kind of
 * record. Uses If-Match for optimistic locking. Subclasses add the route that lists records.
 */
export function RecordsController<
  R extends EditableRecord,
  New extends object,
  Change extends object,
>(of: RecordKind<R, New, Change>) {
  const { kind, model, describe, conflict, extraMembers } = of;
  const { title, one } = inWords(kind);
  const Gone = (description: string) =>
    applyDecorators(...(of.leavesTombstone ? [ApiGoneResponse({ description })] : []));
  const Conflict = (description?: string) =>
    applyDecorators(...(description ? [ApiConflictResponse({ description })] : []));

  abstract class Records {
    constructor(protected readonly editor: RecordEditor<R, New, Change>) {}

    @Post()
    @ApiOperation({
      operationId: `create${title}`,
      summary: `Add ${one}`,
      description: describe.create,
    })
    @ApiSuccess(model, {
      status: HttpStatus.CREATED,
      description: `The new ${kind}.`,
      headers: ['ETag', 'Location'],
      extraMembers,
    })
    @Conflict(conflict.create)
    async create(
      @Body() input: New,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      const created = await this.editor.create(input, admin);
      void reply.header('Location', `/admin/${of.collection}/${created.record.id}`);
      return respondWithEdited(reply, created);
    }

    @Get(':idOrSlug')
    @ApiOperation({
      operationId: `read${title}`,
      summary: `Get ${one} for editing`,
      description:
        (of.leavesTombstone ? 'Also returns removed records. ' : '') +
        'Send the `ETag` as `If-Match` when you change the record.',
    })
    @ApiSuccess(model, { description: `The ${kind}.`, headers: ['ETag'] })
    async read(
      @IdOrSlugOf(of) idOrSlug: string,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return respondWithEdited(reply, await this.editor.read(idOrSlug));
    }

    @Patch(':idOrSlug')
    @ApiOperation({
      operationId: `change${title}`,
      summary: `Change ${one}`,
      description: describe.change,
    })
    @ApiSuccess(model, { description: `The changed ${kind}.`, headers: ['ETag'], extraMembers })
    @Conflict(conflict.change)
    @Gone(`The ${kind} was removed.`)
    async change(
      @IdOrSlugOf(of) idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @Body() change: Change,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return respondWithEdited(
        reply,
        await this.editor.change(idOrSlug, precondition, change, admin),
      );
    }

    @Delete(':idOrSlug')
    @ApiOperation({
      operationId: `remove${title}`,
      summary: `Remove ${one}`,
      description: describe.remove,
    })
    @ApiSuccess(model, {
      ...(of.leavesTombstone
        ? { description: 'The tombstone.', headers: ['ETag'] }
        : { description: `The removed ${kind}.` }),
    })
    @Conflict(conflict.remove)
    @Gone(`The ${kind} was already removed.`)
    async remove(
      @IdOrSlugOf(of) idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      const removed = await this.editor.remove(idOrSlug, precondition, admin);
      return removed.revision === undefined
        ? success(removed.record)
        : respondWithEdited(reply, removed);
    }
  }

  // Type parameters leave no runtime metadata, so set the body classes for validation and OpenAPI
  // here.
  Reflect.defineMetadata(PARAMETER_TYPES, [of.input, Object, Object], Records.prototype, 'create');
  Reflect.defineMetadata(
    PARAMETER_TYPES,
    [String, Object, of.change, Object, Object],
    Records.prototype,
    'change',
  );
  return Records;
}

/** Additional texts for the restore operation. */
interface RestorableKind {
  describe: { restore: string };
  conflict: { restore?: string };
}

/**
 * Extends `RecordsController` for kinds whose removed records stay as tombstones. Adds a route that
 * restores them.
 */
export function RestorableRecordsController<
  R extends EditableRecord,
  New extends object,
  Change extends object,
>(of: Omit<RecordKind<R, New, Change>, 'leavesTombstone'> & RestorableKind) {
  const { title } = inWords(of.kind);

  abstract class RestorableRecords extends RecordsController<R, New, Change>({
    ...of,
    leavesTombstone: true,
  }) {
    @Post(':idOrSlug/restore')
    @ApiOperation({
      operationId: `restore${title}`,
      summary: `Restore a removed ${of.kind}`,
      description: of.describe.restore,
    })
    @ApiSuccess(of.model, { description: `The restored ${of.kind}.`, headers: ['ETag'] })
    @ApiConflictResponse({ description: of.conflict.restore ?? 'The record is not removed.' })
    async restore(
      @IdOrSlugOf(of) idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return respondWithEdited(reply, await this.editor.restore(idOrSlug, precondition, admin));
    }
  }
  return RestorableRecords;
}

const PARAMETER_TYPES = 'design:paramtypes';
