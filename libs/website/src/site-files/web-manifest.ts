import type { Environment } from '#libs/config/src/environment.js';
import { english } from '../texts/en.js';

/**
 * Returns the manifest that lets phones install the website as an app (W3C Web Application
 * Manifest).
 */
export function webManifest({ SITE_NAME }: Pick<Environment, 'SITE_NAME'>, icon: string): string {
  const { tagline } = english.texts;
  return JSON.stringify({
    name: SITE_NAME,
    short_name: 'Minnesota',
    description: tagline,
    lang: english.tag,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf6',
    theme_color: '#0b5a86',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  });
}
