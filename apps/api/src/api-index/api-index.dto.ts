import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const ORIGIN = 'https://directory.example.org';

const Address = (path: string, description: string) =>
  ApiProperty({ format: 'uri', example: ORIGIN + path, description });

/** Where everything of the API begins. */
@ApiSchema({ name: 'ApiLinks' })
export class ApiLinksDto {
  @Address('/api/v1', 'This index.')
  self: string;

  @Address('/api/v1/businesses', 'The businesses.')
  businesses: string;

  @Address('/api/v1/categories', 'Kinds of businesses.')
  categories: string;

  @Address('/api/v1/cities', 'Cities with businesses.')
  cities: string;

  @Address('/api/v1/counties', 'Counties with businesses.')
  counties: string;

  @Address('/api/v1/events', 'Events.')
  events: string;

  @Address('/api/v1/events.ics', 'Events as a calendar.')
  calendar: string;

  @Address('/api/v1/deals', 'Deals of businesses.')
  deals: string;

  @Address('/api/v1/export/businesses.ndjson', 'All businesses as one file.')
  export: string;

  @Address('/api/v1/changes', 'What changed since.')
  changes: string;

  @Address('/api/v1/attributions', 'Whom the data is from.')
  attributions: string;

  @Address('/api/v1/rate-limit', 'Where a key stands in its hourly limit.')
  rateLimit: string;

  @Address('/api/v1/key-requests', 'Where a key is asked for, by POST.')
  keyRequests: string;

  @Address('/docs', 'The documentation, to read and to try.')
  documentation: string;

  @Address('/openapi.json', 'The same as an OpenAPI document.')
  openapi: string;

  @Address('/developers', 'A guide for developers.')
  guide: string;

  @Address('/developers/changelog.json', 'What has changed in the API.')
  changelog: string;
}

@ApiSchema({ name: 'ApiIndex' })
export class ApiIndexDto {
  @ApiProperty({ maxLength: 100, example: 'Minnesota Business Directory' })
  name: string;

  @ApiProperty({ type: ApiLinksDto })
  links: ApiLinksDto;
}
