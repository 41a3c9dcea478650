import { ApiSchema } from '@nestjs/swagger';
import { Field, withProperties } from '#libs/http/src/validation/field.js';

const ORIGIN = 'https://directory.example.org';

/** Resources that the index links to. */
export const LINKS = {
  self: { path: '/api/v1', description: 'This index.' },
  businesses: { path: '/api/v1/businesses', description: 'Businesses.' },
  match: {
    path: '/api/v1/businesses/match',
    description: 'Endpoint that finds the businesses that rows describe (POST).',
  },
  categories: { path: '/api/v1/categories', description: 'Business categories.' },
  cities: { path: '/api/v1/cities', description: 'Cities with businesses.' },
  counties: { path: '/api/v1/counties', description: 'Counties with businesses.' },
  regions: { path: '/api/v1/regions', description: 'Named parts of Minnesota.' },
  events: { path: '/api/v1/events', description: 'Events.' },
  calendar: { path: '/api/v1/events.ics', description: 'Events as a calendar.' },
  deals: { path: '/api/v1/deals', description: 'Deals of businesses.' },
  export: {
    path: '/api/v1/export/businesses.ndjson',
    description: 'Export of all businesses as one file.',
  },
  exportParquet: {
    path: '/api/v1/export/businesses.parquet',
    description: 'The same export as GeoParquet.',
  },
  changes: { path: '/api/v1/changes', description: 'Changes since a cursor.' },
  reconciliation: {
    path: '/api/v1/reconcile',
    description: 'Reconciliation service for OpenRefine.',
  },
  tiles: { path: '/tiles/businesses.json', description: 'Vector tiles (TileJSON).' },
  mcp: { path: '/mcp', description: 'Model Context Protocol for AI assistants (POST).' },
  attributions: { path: '/api/v1/attributions', description: 'Sources of the data.' },
  rateLimit: { path: '/api/v1/rate-limit', description: 'Rate-limit status of a key.' },
  keyRequests: { path: '/api/v1/key-requests', description: 'Endpoint for key requests (POST).' },
  documentation: { path: '/docs', description: 'Interactive API documentation.' },
  openapi: { path: '/openapi.json', description: 'OpenAPI document.' },
  guide: { path: '/developers', description: 'Developer guide.' },
  changelog: { path: '/developers/changelog.json', description: 'API changelog.' },
  catalog: {
    path: '/data.json',
    description: 'Data catalog (DCAT-US) with the licenses of the sources.',
  },
};

type LinkName = keyof typeof LINKS;

/** URLs of the API. */
@ApiSchema({ name: 'ApiLinks' })
export class ApiLinksDto extends withProperties<Record<LinkName, string>>(
  Object.keys(LINKS) as LinkName[],
  (name) => Field.url({ example: ORIGIN + LINKS[name].path, description: LINKS[name].description }),
) {}

@ApiSchema({ name: 'ApiIndex' })
export class ApiIndexDto {
  @Field.text({ max: 100, example: 'Minnesota Business Directory' })
  name: string;

  @Field.object(ApiLinksDto)
  links: ApiLinksDto;
}
