import type { Environment } from '#libs/config/src/environment.js';
import { contactOf } from '#libs/mail/src/message/message.js';
import { leadInEnglish } from '../developers/guide.en.js';
import type { PageContext } from '../pages/page-context.js';
import { english } from '../texts/en.js';
import { LANGUAGES } from '../texts/languages.js';
import { escapeXml } from './xml.js';

type Site = Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME'>;

const { tagline } = english.texts;

/** Paths that crawlers should skip: endless map views and suggestions, and personal pages. */
const OF_NO_USE = ['/map?', '/suggest?', '/developers/requests/'];

/** Returns the rules for crawlers (RFC 9309). */
export function robots(origin: string): string {
  const paths = LANGUAGES.flatMap(({ prefix }) => OF_NO_USE.map((path) => prefix + path));
  return [
    'User-agent: *',
    ...['/admin/', '/api/', ...paths].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

const DAY = 86_400_000;
/** Days until readers must fetch the file again. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Returns the contact for security researchers (RFC 9116). */
export function securityTxt(
  environment: Pick<Environment, 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'MAIL_FROM'>,
  now: Date,
): string {
  const today = Math.floor(now.getTime() / DAY);
  const { PUBLIC_URL } = environment;
  return [
    `Contact: mailto:${contactOf(environment)}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY).toISOString()}`,
    'Preferred-Languages: en',
    ...(PUBLIC_URL.startsWith('https:')
      ? [`Canonical: ${PUBLIC_URL}/.well-known/security.txt`]
      : []),
    '',
  ].join('\n');
}

/** Short name of the search engine and the app. Browsers refuse longer ones (OpenSearch 1.1). */
const SHORT_NAME = 'Minnesota';

/** Describes the search in the page's language for a browser's address bar (OpenSearch 1.1). */
export function openSearch(page: PageContext, icon: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SHORT_NAME}</ShortName>
<LongName>${escapeXml(page.siteName)}</LongName>
<Description>${escapeXml(page.t.tagline)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/svg+xml">${escapeXml(page.origin + icon)}</Image>
<Url type="text/html" method="get" template="${escapeXml(page.address('/search'))}?q={searchTerms}"/>
</OpenSearchDescription>
`;
}

/**
 * Returns the manifest that lets phones install the website as an app (W3C Web Application
 * Manifest).
 */
export function webManifest({ SITE_NAME }: Site, icon: string): string {
  return JSON.stringify({
    name: SITE_NAME,
    short_name: SHORT_NAME,
    description: tagline,
    lang: english.tag,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfcfb',
    theme_color: '#0b5a86',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  });
}

/** Returns the website's llms.txt (llmstxt.org), an overview for language models. */
export function llms({ PUBLIC_URL: origin, SITE_NAME }: Site): string {
  return `# ${SITE_NAME}

> ${tagline} ${leadInEnglish}

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
