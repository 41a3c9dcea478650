import { english } from './en.js';
import { spanish } from './es.js';
import { hmong } from './hmn.js';
import type { Language } from './language.js';
import { somali } from './so.js';

export const LANGUAGES: readonly Language[] = [english, spanish, somali, hmong];

/** Returns the address of a page in a language. The home page of "/es" has no slash at the end. */
export function pathIn({ prefix }: Pick<Language, 'prefix'>, path: string): string {
  return prefix + (path === '/' && prefix ? '' : path);
}

/** Splits an address into its language and the path without the language prefix. */
export function languageOf(path: string): { language: Language; path: string } {
  const language =
    LANGUAGES.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    english;
  return { language, path: path.slice(language.prefix.length) || '/' };
}
