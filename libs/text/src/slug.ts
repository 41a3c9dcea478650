import { plainText } from './plain-text.js';

const MAX_LENGTH = 80;

/**
 * Builds a slug of lowercase ASCII words joined by hyphens. Empty if the text has no ASCII letters
 * or digits.
 */
export function slugify(...parts: (string | null)[]): string {
  return parts
    .map((part) => plainText(part ?? '').replace(/[^a-z0-9]+/g, '-'))
    .join('-')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '');
}
