import { plainText } from './plain-text.js';

const MAX_LENGTH = 80;

/** Words of ASCII letters and digits joined by hyphens; empty where the text has none. */
export function slugify(...parts: (string | null)[]): string {
  return parts
    .map((part) => plainText(part ?? '').replace(/[^a-z0-9]+/g, '-'))
    .join('-')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '');
}
