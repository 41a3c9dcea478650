import { findControlCharacter } from '#libs/text/src/control-characters.js';
import { Satisfies } from '#libs/text/src/satisfies.js';

/** Maximum length of a URL in characters. */
export const MAX_WEB_ADDRESS = 2048;

/** Validates an absolute http(s) URL without a user name or password. */
export function WebAddress() {
  return Satisfies(isWebAddress, {
    message: '$property must be a URL such as https://example.com/.',
  });
}

/** Reports whether a text is an absolute http(s) URL without a user name or password. */
export function isWebAddress(text: unknown): text is string {
  if (
    typeof text !== 'string' ||
    text.length > MAX_WEB_ADDRESS ||
    !/^https?:\/\/[^\s<>"\\]+$/i.test(text)
  )
    return false;
  if (findControlCharacter(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return !username && !password && hostname.includes('.');
}
