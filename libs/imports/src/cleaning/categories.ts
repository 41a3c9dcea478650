import { LRUCache } from 'lru-cache';
import { slugify } from '#libs/text/src/identifiers.js';
import { isKnownCategory, naicsCategory, plainCategory } from './category-schemes.js';
import type { Noted } from './notes.js';
import { tidy } from './text.js';

const MAX_PER_BUSINESS = 20;
const MAX_LENGTH = 80;

/** Cleaned categories by industry and source spelling. */
const readCategories = new LRUCache<string, Noted<readonly string[]>>({ max: 1_000 });

/**
 * Returns a cell's categories, separated by `;` or `|`, or as a list in brackets. A colon or `>`
 * separates a category from its child, and both are kept: "brewery:micro" → "Brewery",
 * "Brewery: micro". Known schemes are translated; see `plainCategory`.
 *
 * @param naics industry's code, which gives the category of a blank cell, and the parent of a
 *   category that is no known scheme's: "General acute care" → "Hospital", "Hospital: general
 *   acute care"
 */
export function cleanCategories(text: string, naics?: string): Noted<readonly string[]> {
  const key = JSON.stringify([naics, text]);
  let known = readCategories.get(key);
  if (!known) readCategories.set(key, (known = categoriesIn(text, naics)));
  return known;
}

function categoriesIn(text: string, naics?: string): Noted<readonly string[]> {
  const industry = naics && naicsCategory(naics);
  const paths = parts(text).map((part) => path(part, industry));
  if (industry && paths.length === 0) paths.push([industry]);
  const names = paths.flatMap((steps) =>
    steps.map((_, depth) => steps.slice(0, depth + 1).join(': ')),
  );
  const bySlug = new Map<string, string>();
  const short = names.filter(({ length }) => length <= MAX_LENGTH);
  for (const name of short.map(sentenceCase)) {
    if (bySlug.size === MAX_PER_BUSINESS) break;
    const slug = slugify(name);
    if (slug && !bySlug.has(slug)) bySlug.set(slug, name);
  }
  const value = [...bySlug.values()];
  return short.length < names.length ? { value, note: 'tooLong' } : { value };
}

function parts(text: string): string[] {
  const listed = /^(?:\[(.*)\]|\{(.*)\})$/.exec(text);
  if (!listed) return filled(text.split(/[;|]/));
  const items = (listed[1] ?? listed[2] ?? '').split(',');
  return filled(items.map((item) => item.replace(/^[\s"']+|[\s"']+$/g, '')));
}

function path(part: string, industry: string | undefined): string[] {
  const steps = filled(plainCategory(part).split(/[:>]/));
  const isBelow = industry && steps.length === 1 && !isKnownCategory(steps[0]!);
  return (isBelow ? [industry, ...steps] : steps).slice(0, MAX_PER_BUSINESS);
}

function filled(texts: readonly string[]): string[] {
  return texts.map(tidy).filter((text) => text !== null);
}

function sentenceCase(name: string): string {
  const isShouted = (step: string) => !/\p{Ll}/u.test(step) && /\p{Lu}{3}/u.test(step);
  const calm = name
    .split(': ')
    .map((step) => (isShouted(step) ? step.toLowerCase() : step))
    .join(': ');
  return calm.charAt(0).toUpperCase() + calm.slice(1);
}
