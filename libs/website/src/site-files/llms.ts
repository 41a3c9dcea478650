import type { Environment } from '#libs/config/src/environment.js';
import { english } from '../texts/en.js';

/** Returns the website's llms.txt (llmstxt.org), an overview for language models. */
export function llms(
  { PUBLIC_URL: origin, SITE_NAME }: Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME'>,
  about: string,
): string {
  const { tagline } = english.texts;
  return `# ${SITE_NAME}

> ${tagline} ${about}

## API

- Whole directory: GET ${origin}/api/v1/export/businesses.ndjson, then GET ${origin}/api/v1/changes; credits to show at GET ${origin}/api/v1/attributions
- [Guide](${origin}/developers.md): a first request, limits, errors, keeping a copy, versions, changes
- [Data catalog](${origin}/data.json): the exports, their sources and licenses, as DCAT-US
- [OpenAPI](${origin}/openapi.json): every operation, parameter and field
- TypeScript client: \`npm install ${origin}/developers/client.tgz\`
- [MCP server](${origin}/developers#mcp): POST ${origin}/mcp (streamable HTTP), with the key in X-API-Key or as a bearer token
- [OpenRefine](${origin}/developers#reconciliation): the W3C Reconciliation Service API at ${origin}/api/v1/reconcile

## Website

- [Categories](${origin}/categories): businesses by kind
- [Cities and counties](${origin}/cities): businesses by place
- [Sitemap](${origin}/sitemap.xml): the page of every business
`;
}
