import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpCode,
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
import { CurrentAdmin, type SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess, type SuccessOptions } from '#libs/http/src/openapi/api-success.js';
import { answerEdited } from './edited.js';
import { IfMatch, NeedsIfMatch } from './if-match.decorator.js';
import type { Precondition } from './precondition.js';
import { EditableRecord, RecordEditor, type RecordNames } from './record-editor.js';

/** What distinguishes the routes of one kind of record. */
interface RecordKind<R, New, Change> extends RecordNames {
  model: Type<R>;
  input: Type<New>;
  change: Type<Change>;
  /** A slug of the sample, or an id. */
  example: string;
  hasSlugs?: boolean;
  /** Whether a removed record stays readable. */
  leavesTombstone: boolean;
  /** What the document says of each operation besides what is the same for all kinds. */
  describe: { create: string; change: string; remove: string };
  conflict: { create: string; change?: string; remove?: string };
  /** What answers to a creation or a change have beside `data`. */
  beside?: SuccessOptions['beside'];
}

/** Documents which record of a kind an operation is about. */
export const IdOrSlugOf = ({
  kind,
  example,
  hasSlugs = true,
}: Pick<RecordKind<never, never, never>, 'kind' | 'example' | 'hasSlugs'>) =>
  applyDecorators(
    ApiParam({ name: 'idOrSlug', example, description: hasSlugs ? 'Id or slug.' : 'Id.' }),
    ApiNotFoundResponse({ description: `There is no such ${kind}.` }),
  );

/** A kind as it begins the name of a schema, and as one of it is called in a sentence. */
function inWords(kind: string) {
  return {
    title: kind[0]!.toUpperCase() + kind.slice(1),
    one: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`,
  };
}

/**
 * A base class with the admin routes that create, read, change and remove one kind of record, under
 * optimistic locking by If-Match. The controller itself adds the list.
 */
export function RecordsController<
  R extends EditableRecord,
  New extends object,
  Change extends object,
>(of: RecordKind<R, New, Change>) {
  const { kind, model, describe, conflict, beside } = of;
  const { title, one } = inWords(kind);
  const IdOrSlug = () => IdOrSlugOf(of);
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
      beside,
    })
    @Conflict(conflict.create)
    async create(
      @Body() input: New,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      const created = await this.editor.create(input, admin);
      void reply.header('Location', `/admin/${of.collection}/${created.record.id}`);
      return answerEdited(reply, created);
    }

    @Get(':idOrSlug')
    @IdOrSlug()
    @ApiOperation({
      operationId: `read${title}`,
      summary: `Get ${one} for editing`,
      description:
        (of.leavesTombstone ? 'Also one that was removed. ' : '') +
        'Send the `ETag` as `If-Match` with a change.',
    })
    @ApiSuccess(model, { description: `The ${kind}.`, headers: ['ETag'] })
    async read(
      @Param('idOrSlug') idOrSlug: string,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return answerEdited(reply, await this.editor.read(idOrSlug));
    }

    @Patch(':idOrSlug')
    @IdOrSlug()
    @NeedsIfMatch()
    @ApiOperation({
      operationId: `change${title}`,
      summary: `Change ${one}`,
      description: describe.change,
    })
    @ApiSuccess(model, { description: `The ${kind} as it is now.`, headers: ['ETag'], beside })
    @Conflict(conflict.change)
    @Gone(`The ${kind} was removed.`)
    async change(
      @Param('idOrSlug') idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @Body() change: Change,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return answerEdited(reply, await this.editor.change(idOrSlug, precondition, change, admin));
    }

    @Delete(':idOrSlug')
    @IdOrSlug()
    @NeedsIfMatch()
    @ApiOperation({
      operationId: `remove${title}`,
      summary: `Remove ${one}`,
      description: describe.remove,
    })
    @ApiSuccess(model, {
      description: of.leavesTombstone ? 'The tombstone.' : `The ${kind} as it was.`,
    })
    @Conflict(conflict.remove)
    @Gone(`The ${kind} was removed already.`)
    async remove(
      @Param('idOrSlug') idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @CurrentAdmin() admin: SignedInAdmin,
    ): Promise<Success<R>> {
      return success(await this.editor.remove(idOrSlug, precondition, admin));
    }
  }

  // Validation and the document learn the classes of bodies from these; a type parameter has none.
  Reflect.defineMetadata(PARAMETER_TYPES, [of.input, Object, Object], Records.prototype, 'create');
  Reflect.defineMetadata(
    PARAMETER_TYPES,
    [String, Object, of.change, Object, Object],
    Records.prototype,
    'change',
  );
  return Records;
}

/** What is to be said of restoring besides. */
interface RestorableKind {
  describe: { restore: string };
  conflict: { restore?: string };
}

/** The same for a kind whose removed records stay as tombstones, with a route that restores them. */
export function RestorableRecordsController<
  R extends EditableRecord,
  New extends object,
  Change extends object,
>(of: Omit<RecordKind<R, New, Change>, 'leavesTombstone'> & RestorableKind) {
  const { title, one } = inWords(of.kind);

  abstract class RestorableRecords extends RecordsController<R, New, Change>({
    ...of,
    leavesTombstone: true,
  }) {
    @Post(':idOrSlug/restore')
    @HttpCode(HttpStatus.OK)
    @IdOrSlugOf(of)
    @NeedsIfMatch()
    @ApiOperation({
      operationId: `restore${title}`,
      summary: `Restore ${one} that was removed`,
      description: of.describe.restore,
    })
    @ApiSuccess(of.model, { description: `The ${of.kind} as it is now.`, headers: ['ETag'] })
    @ApiConflictResponse({ description: of.conflict.restore ?? 'It is not removed.' })
    async restore(
      @Param('idOrSlug') idOrSlug: string,
      @IfMatch() precondition: Precondition,
      @CurrentAdmin() admin: SignedInAdmin,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Success<R>> {
      return answerEdited(reply, await this.editor.restore(idOrSlug, precondition, admin));
    }
  }
  return RestorableRecords;
}

const PARAMETER_TYPES = 'design:paramtypes';
