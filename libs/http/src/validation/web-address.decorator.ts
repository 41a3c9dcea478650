import { ValidateBy } from 'class-validator';
import { findControlCharacter } from '#libs/text/src/control-characters.js';

/** In characters. */
export const MAX_WEB_ADDRESS = 2048;

/** An absolute http(s) address without a user or password in it. */
export function WebAddress() {
  return ValidateBy({
    name: 'webAddress',
    validator: {
      validate: (value) => typeof value === 'string' && isWebAddress(value),
      defaultMessage: (args) =>
        `${args?.property} must be an address such as https://example.com/.`,
    },
  });
}

function isWebAddress(text: string): boolean {
  if (text.length > MAX_WEB_ADDRESS || !/^https?:\/\/[^\s<>"\\]+$/i.test(text)) return false;
  if (findControlCharacter(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return !username && !password && hostname.includes('.');
}
