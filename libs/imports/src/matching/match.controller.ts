import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { RequiresKey } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccessList } from '#libs/http/src/openapi/api-success.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import { identifierIn, identifierText } from '#libs/businesses/src/record/identifiers.js';
import type { RawRecord } from '../columns/fields.js';
import { MatchDto, MatchQueries, type MatchQuery } from './match.dto.js';
import { MatchService } from './match.service.js';

@ApiTags('Businesses')
@RequiresKey()
@Controller('api/v1/businesses/match')
export class MatchController {
  constructor(
    private readonly matching: MatchService,
    private readonly environment: Environment,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Find the businesses that rows describe',
    description:
      'Compares up to 25 rows (64 kB of JSON), such as those of a spreadsheet, with the directory, ' +
      'by the rules that recognize a business on import. Send every value you know: a phone ' +
      'number, a street or coordinates distinguish branches. Without them, a name in a city is at ' +
      'most a possible match. Values that can’t be read are ignored, and rows outside Minnesota ' +
      'have no candidates. A call counts as one request.',
  })
  @ApiSuccessList(MatchDto, { description: 'Up to five candidates for each row, in its order.' })
  async matchBusinesses(@Body() { queries }: MatchQueries): Promise<Success<MatchDto[]>> {
    const matches = await this.matching.match(queries.map(toRecord));
    return success(
      queries.map(({ id }, index) => ({
        id: id ?? null,
        candidates: matches[index]!.map(({ business, ...verdict }) => ({
          business: withOrigin(business, this.environment),
          ...verdict,
        })),
      })),
    );
  }
}

function toRecord(query: MatchQuery): RawRecord {
  const { name, street, city, postalCode, phone, website, latitude, longitude } = query;
  const cells = { name, street, city, postalCode, phone, website, latitude, longitude };
  const identifiers = (query.identifiers ?? [])
    .map(({ scheme, value }) => identifierIn(`${scheme}:${value}`))
    .filter((identifier) => identifier !== undefined);
  const known = Object.entries(cells).filter(([, value]) => value !== undefined && value !== null);
  return {
    ...Object.fromEntries(known.map(([field, value]) => [field, String(value)])),
    identifiers: identifiers.map(identifierText).join('; '),
  };
}
