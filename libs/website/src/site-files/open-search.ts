import type { Environment } from '#libs/config/src/environment.js';
import { english } from '../texts/en.js';
import { escapeXml } from './xml.js';

/** Short name of the search engine. Browsers refuse longer ones (OpenSearch 1.1). */
const SHORT_NAME = 'Minnesota';

/** Describes the search for a browser's address bar (OpenSearch 1.1). */
export function openSearch(
  { PUBLIC_URL: origin, SITE_NAME }: Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME'>,
  icon: string,
): string {
  const { tagline } = english.texts;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SHORT_NAME}</ShortName>
<LongName>${escapeXml(SITE_NAME)}</LongName>
<Description>${escapeXml(tagline)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/svg+xml">${escapeXml(origin + icon)}</Image>
<Url type="text/html" method="get" template="${escapeXml(origin)}/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
}
