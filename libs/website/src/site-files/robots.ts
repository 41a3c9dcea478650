import { LANGUAGES } from '../texts/languages.js';

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
