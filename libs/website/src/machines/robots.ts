import { LANGUAGES } from '../texts/languages.js';

/** What crawlers gain nothing from: views of the map and suggestions without end, and what is one visitor's. */
const OF_NO_USE = ['/map?', '/suggest?', '/developers/requests/'];

/** The rules for crawlers (RFC 9309). */
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
