import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

const ORIGIN = 'https://directory.example.org';

const Address = (path: string, description: string) =>
  Field.url({ example: ORIGIN + path, description });

/** URLs of the API. */
@ApiSchema({ name: 'ApiLinks' })
export class ApiLinksDto {
  @Address('/api/v1', 'This index.')
  self: string;

  @Address('/api/v1/businesses', 'Businesses.')
  businesses: string;

  @Address('/api/v1/categories', 'Business categories.')
  categories: string;

  @Address('/api/v1/cities', 'Cities with businesses.')
  cities: string;

  @Address('/api/v1/counties', 'Counties with businesses.')
  counties: string;

  @Address('/api/v1/regions', 'Named parts of Minnesota.')
  regions: string;

  @Address('/api/v1/events', 'Events.')
  events: string;

  @Address('/api/v1/events.ics', 'Events as a calendar.')
  calendar: string;

  @Address('/api/v1/deals', 'Deals of businesses.')
  deals: string;

  @Address('/api/v1/export/businesses.ndjson', 'Export of all businesses as one file.')
  export: string;

  @Address('/api/v1/export/businesses.parquet', 'The same export as GeoParquet.')
  exportParquet: string;

  @Address('/api/v1/changes', 'Changes since a cursor.')
  changes: string;

  @Address('/api/v1/reconcile', 'Reconciliation service for OpenRefine.')
  reconciliation: string;

  @Address('/tiles/businesses.json', 'Vector tiles (TileJSON).')
  tiles: string;

  @Address('/api/v1/attributions', 'Sources of the data.')
  attributions: string;

  @Address('/api/v1/rate-limit', 'Rate-limit status of a key.')
  rateLimit: string;

  @Address('/api/v1/key-requests', 'Endpoint for key requests (POST).')
  keyRequests: string;

  @Address('/docs', 'Interactive API documentation.')
  documentation: string;

  @Address('/openapi.json', 'OpenAPI document.')
  openapi: string;

  @Address('/developers', 'Developer guide.')
  guide: string;

  @Address('/developers/changelog.json', 'API changelog.')
  changelog: string;

  @Address('/data.json', 'Data catalog (DCAT-US) with the licenses of the sources.')
  catalog: string;
}

@ApiSchema({ name: 'ApiIndex' })
export class ApiIndexDto {
  @Field.text({ max: 100, example: 'Minnesota Business Directory' })
  name: string;

  @Field.object(ApiLinksDto)
  links: ApiLinksDto;
}
