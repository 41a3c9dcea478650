import { slugify } from '#libs/text/src/slug.js';

const MAX_CATEGORIES = 20;
const MAX_LENGTH = 80;

/**
 * Returns a cell's categories, separated by `;` or `|`. A colon separates a category from its
 * child, and both are kept: "brewery:micro" → "Brewery", "Brewery: micro".
 */
export function cleanCategories(text: string): string[] {
  const names = text.split(/[;|]/).flatMap((part) => {
    const path = part
      .split(':')
      .map((step) => step.trim())
      .filter(Boolean)
      .slice(0, MAX_CATEGORIES);
    return path.map((_, depth) => path.slice(0, depth + 1).join(': '));
  });
  const bySlug = new Map<string, string>();
  for (const name of names.filter(({ length }) => length <= MAX_LENGTH).map(sentenceCase)) {
    if (bySlug.size === MAX_CATEGORIES) break;
    const slug = slugify(name);
    if (slug && !bySlug.has(slug)) bySlug.set(slug, name);
  }
  return [...bySlug.values()];
}

function sentenceCase(name: string): string {
  const isShouted = (step: string) => !/\p{Ll}/u.test(step) && /\p{Lu}{3}/u.test(step);
  const calm = name
    .split(': ')
    .map((step) => (isShouted(step) ? step.toLowerCase() : step))
    .join(': ');
  return calm.charAt(0).toUpperCase() + calm.slice(1);
}
