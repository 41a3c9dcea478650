import type { SearchAction, WebSite, WithContext } from 'schema-dts';
import type { PageContext } from '../pages/page-context.js';

/** Search action with the query syntax that schema-dts lacks (schema.org, "Potential Actions"). */
type Search = SearchAction & { 'query-input': string };

/** Describes the website and its search to search engines, for the home page. */
export function webSite(page: PageContext): WithContext<WebSite> {
  const potentialAction: Search = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: page.address('/search?q={search_term_string}'),
    },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: page.siteName,
    description: page.t.tagline,
    url: page.address('/'),
    inLanguage: page.language.tag,
    potentialAction,
  };
}
