import { english } from './en.js';
import { spanish } from './es.js';
import type { Language, Texts } from './language.js';

export const LANGUAGES: readonly (Language & { texts: Texts })[] = [english, spanish];

/** The language of an address, and the address without what names the language. */
export function languageOf(path: string): { language: (typeof LANGUAGES)[number]; path: string } {
  const language =
    LANGUAGES.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    LANGUAGES[0]!;
  return { language, path: path.slice(language.prefix.length) || '/' };
}
