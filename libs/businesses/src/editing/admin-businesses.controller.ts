import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { successPageJson } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { BusinessesService } from '../businesses.service.js';
import { toCriteria } from '../list/business-criteria.js';
import { BusinessFilters } from '../list/business-filters.service.js';
import { BusinessFilterQuery } from '../list/list-businesses.query.js';
import { BusinessDto } from '../record/business.dto.js';
import { withAddresses } from '../record/stored-record.js';
import { SearchDto, searchOf } from '../search/search.dto.js';
import { BusinessEditor } from './business-editor.js';
import { BusinessChange, NewBusiness } from './business-input.dto.js';
import { DerivationDto, NoticeDto } from './place-remarks.dto.js';

@ApiTags('Businesses')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/businesses')
export class AdminBusinessesController extends RecordsController({
  kind: 'business',
  collection: 'businesses',
  model: BusinessDto,
  input: NewBusiness,
  change: BusinessChange,
  example: 'northern-lantern-cafe-minneapolis',
  leavesTombstone: true,
  describe: {
    create:
      'It is in the public list at once. County and location are derived where they are left out: ' +
      'the county from the location, the ZIP code or the city, the location from the ZIP code or ' +
      'the city. `derived` says what was.',
    change:
      'What is left out stays as it is; null empties. Another name brings another slug, and the ' +
      'former one redirects. A county or location that was derived follows the new address; one ' +
      'that was stated stays. `derived` says what follows, `notices` what may have to be corrected.',
    remove: 'Its address answers 410 from then on, and copies are told by a tombstone.',
  },
  conflict: {
    create: 'It is there already, or the slug is taken.',
    change: 'The slug is taken.',
  },
  beside: {
    derived: {
      model: DerivationDto,
      description: 'What this change left to be derived, and from what it was.',
    },
    notices: {
      model: NoticeDto,
      description: 'What was saved as it was sent although it hardly fits the rest.',
    },
  },
}) {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly filters: BusinessFilters,
    private readonly clock: Clock,
    private readonly environment: Environment,
    editor: BusinessEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    operationId: 'findBusinesses',
    summary: 'List businesses',
    description: 'As the public list does; with `updatedSince`, removed ones are among them.',
  })
  @ApiSuccessPage(BusinessDto, {
    description: 'A page of businesses.',
    beside: { search: { model: SearchDto, description: 'Only with `q`.' } },
  })
  @Header('Content-Type', 'application/json; charset=utf-8')
  async list(@Query() query: BusinessFilterQuery) {
    const criteria = await this.filters.read(toCriteria(query, this.clock.now()));
    const page = await this.businesses.page(criteria);
    const records = withAddresses(page, this.environment);
    return successPageJson(`[${records}]`, criteria, page.total, searchOf(criteria, page));
  }
}
