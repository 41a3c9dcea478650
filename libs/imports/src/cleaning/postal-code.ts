import type { Note } from './notes.js';

export interface PostalCode {
  value: string | null;
  note?: Note;
}

/** A ZIP as five digits: what follows them (ZIP+4) is dropped, as the directory keeps areas only. */
export function cleanPostalCode(text: string | null): PostalCode {
  if (text === null || /^0{5}(?:-?0{4})?$/.test(text)) return { value: null };
  const match = /^(\d{5})(?:[-\s]?(\d{4})|-)?$/.exec(text);
  if (!match) return { value: null, note: 'zipUnreadable' };
  const [, zip, plus4] = match;
  return { value: zip!, ...(plus4 && { note: 'zipPlus4' as const }) };
}
