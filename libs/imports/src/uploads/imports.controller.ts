import { Delete, Get, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiOperation, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { AdminController } from '#libs/http/src/access.js';
import { STREAMED_TYPES } from '#libs/http/src/body/body-parsers.js';
import { CSV_SCHEMA } from '#libs/http/src/csv-responses.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiError, invalidParameter } from '#libs/http/src/errors/api-error.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { SourcesService } from '../sources/sources.service.js';
import { parseMapping } from '../columns/mapping.js';
import { ImportQueueService } from './import-queue.service.js';
import {
  ImportDto,
  ImportRowDto,
  ImportSummaryDto,
  StartImportQuery,
  UndoneImportDto,
} from './import.dto.js';
import { ImportRowsService, ROWS_HEADER } from './import-rows.service.js';
import { ImportUndoService, UNDO_DAYS } from './import-undo.service.js';
import { ImportsService } from './imports.service.js';
import { MAX_UPLOAD, UploadFolder } from './upload-folder.js';

/** Maximum rows that a request can undo. */
const MAX_UNDONE = 5_000;

const CSV = 'text/csv';
const NO_ROWS = 'The rows have expired, or the import was stopped before it stored them.';

@AdminController('admin/imports', 'Imports')
export class ImportsController {
  constructor(
    private readonly folder: UploadFolder,
    private readonly imports: ImportsService,
    private readonly undoing: ImportUndoService,
    private readonly rows: ImportRowsService,
    private readonly sources: SourcesService,
    private readonly queue: ImportQueueService,
    private readonly version: DirectoryVersion,
  ) {}

  @Post()
  @RouteConfig({ body: 'file' })
  @ApiOperation({
    summary: 'Import a file of businesses',
    description:
      'Send the file as the body. It is imported in the background: get the import by its id to ' +
      'see its progress. The format is detected from the content. A row with the `id` of a ' +
      'business, as in the exports, applies the changed cells to that business.',
  })
  @ApiConsumes(...STREAMED_TYPES)
  @ApiBody({
    description: `The file, at most ${MAX_UPLOAD} bytes.`,
    schema: { type: 'string', format: 'binary' },
  })
  @ApiSuccess(ImportDto, {
    status: 202,
    description: 'The file was received, and its import is queued.',
  })
  @ApiResponse({
    status: 409,
    description:
      'Too many imports are waiting, or the source identifies its rows by another column.',
  })
  async startImport(
    @Req() { body }: FastifyRequest,
    @Query() { dryRun, mapping, sheet, ...from }: StartImportQuery,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<ImportDto>> {
    if (!(body instanceof Readable)) {
      throw new ApiError(
        'unsupported_media_type',
        `Send the file as the body, as ${STREAMED_TYPES.join(', ')}.`,
      );
    }
    const refuse = (reason: string) => invalidParameter('mapping', `mapping ${reason}`);
    const columns = mapping === undefined ? mapping : parseMapping(mapping, refuse);
    const options = { dryRun, sheet, mapping: columns };
    await this.imports.refuseTooMany();
    await this.sources.preview(from);
    const id = uuidv7();
    const size = await this.folder.save(id, body);
    const started = await this.imports.create({ id, size, ...options, ...from }, admin);
    this.queue.wake();
    return success(ImportDto.of(started));
  }

  @Get()
  @ApiOperation({
    summary: 'List imports',
    description:
      'Lists imports from this API and the command line, newest first, without their problems.',
  })
  @ApiSuccessPage(ImportSummaryDto, { description: 'A page of imports.' })
  async listImports(@Query() query: PageQuery): Promise<SuccessPage<ImportSummaryDto>> {
    const { items, total } = await this.imports.list(query);
    return successPage({ items: items.map(ImportSummaryDto.of), total }, query);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get the progress and result of an import',
    description:
      'While the import is running, bytesRead grows up to size. Each row counts as exactly one kind.',
  })
  @ApiSuccess(ImportDto, { description: 'The import.' })
  async getImport(@EntityId('import') id: string): Promise<Success<ImportDto>> {
    return success(ImportDto.of(await this.imports.find(id)));
  }

  @Get(':id/rows')
  @ApiOperation({
    summary: 'List the rows of an import with their changes',
    description:
      'Lists all rows in the order they were processed. A row that changes an existing business ' +
      'has the old and new values of the changed fields. Import with `dryRun` to review them ' +
      `first. Kept for ${UNDO_DAYS} days.`,
  })
  @ApiSuccessPage(ImportRowDto, { description: 'A page of rows.' })
  @ApiResponse({ status: 409, description: 'The import has not finished.' })
  @ApiResponse({ status: 410, description: NO_ROWS })
  async listImportRows(
    @EntityId('import') id: string,
    @Query() query: PageQuery,
  ): Promise<SuccessPage<ImportRowDto>> {
    return successPage(await this.rows.page(id, query), query);
  }

  @Get(':id/rows.csv')
  @ApiProduces(CSV)
  @ApiOperation({
    summary: 'Get the outcome of each row of an import',
    description:
      'Returns a CSV file with all rows in the order they were processed: the line where each begins, its ' +
      'kind, the id and slug of its business (no id in a dry run), a possible duplicate, the reason for a ' +
      'rejection, cleaning notes, and the old and new values of the changed fields as JSON. ' +
      `Kept for ${UNDO_DAYS} days.`,
  })
  @ApiResponse({
    status: 200,
    description: 'The rows.',
    content: {
      [CSV]: {
        schema: CSV_SCHEMA,
        example: `${ROWS_HEADER}461,rejected,,,,It has no name.,,,\r\n`,
      },
    },
  })
  @ApiResponse({ status: 409, description: 'The import has not finished.' })
  @ApiResponse({ status: 410, description: NO_ROWS })
  async getImportRows(@EntityId('import') id: string): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.rows.open(id)), {
      type: `${CSV}; charset=utf-8; header=present`,
      disposition: `attachment; filename="import-${id}.csv"`,
    });
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Cancel an import',
    description:
      'A waiting import never starts. A running one stops within seconds; rows already written ' +
      'are kept.',
  })
  @ApiSuccess(ImportDto, { description: 'The import, with the status `cancelled`.' })
  @ApiResponse({
    status: 409,
    description: 'The import has already finished, failed or been cancelled.',
  })
  async cancelImport(
    @EntityId('import') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<ImportDto>> {
    await this.imports.cancel(id, admin);
    await this.queue.drop(id);
    return success(ImportDto.of(await this.imports.find(id)));
  }

  @Post(':id/undo')
  @ApiOperation({
    summary: 'Undo an import',
    description:
      'Restores the values that the import changed and removes the businesses that it added. Later ' +
      `changes are kept and listed in the response. Available for ${UNDO_DAYS} days and up to ${MAX_UNDONE} rows; ` +
      'undo larger imports on the command line.',
  })
  @ApiSuccess(UndoneImportDto, { description: 'Result of the undo.' })
  @ApiResponse({
    status: 409,
    description:
      'The import is unfinished, was a dry run, has been or is being undone, is too old, or is too large.',
  })
  async undoImport(
    @EntityId('import') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<UndoneImportDto>> {
    try {
      return success(await this.undoing.undo(id, admin, MAX_UNDONE));
    } finally {
      // An undo that fails halfway has changed the directory as well.
      this.version.moved();
    }
  }
}
