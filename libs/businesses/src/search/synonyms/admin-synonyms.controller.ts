import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { SynonymEditor } from './synonym-editor.js';
import { NewSynonym, SynonymChange, SynonymDto, ListSynonymsQuery } from './synonym.dto.js';

@AdminController('admin/search-synonyms', 'Search synonyms')
export class AdminSynonymsController extends RecordsController({
  kind: 'synonym',
  collection: 'search-synonyms',
  model: SynonymDto,
  input: NewSynonym,
  change: SynonymChange,
  example: 'cef3c527-70b4-1d79-0e8f-a8888e2b19a3',
  identifiedBy: 'id',
  leavesTombstone: false,
  describe: {
    create: 'Searches use it immediately.',
    change: 'Omitted fields keep their value. Searches use the change immediately.',
    remove: 'Searches for its terms then match only the terms themselves.',
  },
  conflict: {
    create: 'Another synonym has the same terms, or the maximum number of synonyms is reached.',
    change: 'Another synonym has the same terms.',
  },
}) {
  constructor(private readonly synonyms: SynonymEditor) {
    super(synonyms);
  }

  @Get()
  @ApiOperation({
    summary: 'List synonyms',
    description: 'Lists synonyms ordered by their first term.',
  })
  @ApiSuccessPage(SynonymDto, { description: 'A page of synonyms.' })
  async findSynonyms(@Query() query: ListSynonymsQuery): Promise<SuccessPage<SynonymDto>> {
    return successPage(await this.synonyms.page(query), query);
  }
}
