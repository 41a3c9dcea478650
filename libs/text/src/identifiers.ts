import { plainText } from './plain-text.js';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const MAX_SLUG_LENGTH = 100;

/** Slugs: lowercase ASCII words and digits, separated by hyphens. Never a UUID. */
export const SLUG_FORM = new RegExp(`^(?!${UUID.source})(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$`);

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the column that has the id or slug, or undefined if the text is neither. */
export function columnOf(idOrSlug: string): 'id' | 'slug' | undefined {
  return isUuid(idOrSlug) ? 'id' : isSlug(idOrSlug) ? 'slug' : undefined;
}

export function isSlug(text: string): boolean {
  return SLUG_FORM.test(text);
}

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
