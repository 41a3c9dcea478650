import { LANGUAGES } from '../texts/languages.js';

/** What crawlers gain nothing from: the API, and views of the map and suggestions without end. */
const OF_NO_USE = ['/map?', '/suggest?'];

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
