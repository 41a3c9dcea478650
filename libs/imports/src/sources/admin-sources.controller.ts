import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { NewSource, SourceChange, SourceDto } from './source.dto.js';
import { SourceEditor } from './source-editor.js';

@AdminController('admin/sources', 'Sources')
export class AdminSourcesController extends RecordsController({
  kind: 'source',
  collection: 'sources',
  model: SourceDto,
  input: NewSource,
  change: SourceChange,
  example: '3',
  identifiedBy: 'id or name',
  leavesTombstone: false,
  describe: {
    create:
      'With a `url`, the server fetches and imports the file within seconds, and then on the ' +
      'schedule. An import that names a new source adds it as well.',
    change:
      'Omitted fields keep their value. Null clears a field. Every change, even an empty one, ' +
      'fetches the file again within seconds.',
    remove: 'Only a source that no business has values of can be removed. Its imports are kept.',
  },
  conflict: {
    create: 'Another source has this name, or the maximum number of sources is reached.',
    change: 'The rows of the source are identified by another column.',
    remove: 'Businesses have values of the source.',
  },
}) {
  constructor(private readonly sources: SourceEditor) {
    super(sources);
  }

  @Get()
  @ApiOperation({
    summary: 'List sources',
    description: 'Lists sources ordered by name, with the result of the last fetch.',
  })
  @ApiSuccessPage(SourceDto, { description: 'A page of sources.' })
  async findSources(@Query() query: PageQuery): Promise<SuccessPage<SourceDto>> {
    return successPage(await this.sources.page(query), query);
  }
}
