import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { successPage, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { RegionEditor } from './region-editor.js';
import { NewRegion, RegionChange, RegionEntryDto } from './region.dto.js';

@AdminController('admin/regions', 'Places')
export class AdminRegionsController extends RecordsController({
  kind: 'region',
  collection: 'regions',
  model: RegionEntryDto,
  input: NewRegion,
  change: RegionChange,
  example: 'north-shore',
  leavesTombstone: false,
  describe: {
    create: 'Searches find it by any of its names immediately.',
    change: 'Omitted fields keep their value. Lists are replaced as a whole.',
    remove: 'Its businesses are not affected. Searches that use its slug return 400.',
  },
  conflict: {
    create: 'Another region has this slug or name, or the maximum number of regions is reached.',
    change: 'Another region has this slug or name.',
  },
}) {
  constructor(private readonly regions: RegionEditor) {
    super(regions);
  }

  @Get()
  @ApiOperation({
    summary: 'List regions',
    description: 'Returns regions by name.',
  })
  @ApiSuccessPage(RegionEntryDto, { description: 'A page of regions.' })
  async findRegions(@Query() query: PageQuery): Promise<SuccessPage<RegionEntryDto>> {
    return successPage(await this.regions.page(query), query);
  }
}
