import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Assets } from '#libs/website/src/assets/assets.js';
import { PageContext } from '#libs/website/src/pages/page-context.js';
import { english } from '#libs/website/src/texts/en.js';
import type { Language } from '#libs/website/src/texts/language.js';

/** Returns the context of an English page, or one in another language, whose files have no names. */
export function pageContext(now = new Date(), language: Language = english, settings = {}) {
  return new PageContext(language, loadEnvironment(settings), now, {} as Assets);
}
