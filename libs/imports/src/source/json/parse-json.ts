import { MAX_DEPTH } from '../limits.js';

/** Result of parsing JSON. */
export type Parsed = { value: unknown } | { problem: 'malformed' | 'tooDeep' };

/** Parses JSON, and refuses nesting too deep for recursion. */
export function parseJson(text: string): Parsed {
  if (isTooDeep(text)) return { problem: 'tooDeep' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'malformed' };
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
