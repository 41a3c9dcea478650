import { MIXED_UTF8, WINDOWS_1252 } from '../source/windows-1252.js';

/** The bytes of the characters that Windows-1252 has beyond ASCII. */
const BYTES = new Map(Array.from(WINDOWS_1252, (character, index) => [character, 0x80 + index]));
const RUN = new RegExp(
  `[${Array.from(WINDOWS_1252, (character) => `\\u${hex(character)}`).join('')}]{2,}`,
  'g',
);
/** What a byte at the beginning of UTF-8 looks like in Windows-1252. */
const SUSPICIOUS = /[\u00c2-\u00f4]/;
/** Letters of Latin script and punctuation: what such text is made of here, whatever else fits. */
const LIKELY = /^[\u00a0-\u024f\u1e00-\u1eff\u2000-\u206f\u20ac\u2122]$/;
/** How often a text is read in the wrong encoding, one after another, at most. */
const MAX_TIMES = 3;

/**
 * Undoes UTF-8 that was read as Windows-1252, once or several times ("CafÃ©" → "Café"), character
 * by character: what cannot be such stays as it is.
 */
export function repairMojibake(text: string): string {
  let repaired = text;
  for (let times = 0; times < MAX_TIMES && SUSPICIOUS.test(repaired); times++) {
    const once = repaired.replace(RUN, repairRun);
    if (once === repaired) break;
    repaired = once;
  }
  return repaired;
}

/** Whether a text has lost letters to an encoding: a replacement character, or what is left of mojibake. */
export function hasLostLetters(text: string): boolean {
  return /\ufffd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac/.test(text);
}

function repairRun(run: string): string {
  const bytes = Buffer.from(Array.from(run, (character) => BYTES.get(character)!));
  let at = 0;
  return bytes.toString('latin1').replace(MIXED_UTF8, (sequence) => {
    const [from, to] = [at, (at += sequence.length)];
    if (sequence.length === 1) return run[from]!;
    const character = Buffer.from(sequence, 'latin1').toString();
    return LIKELY.test(character) ? character : run.slice(from, to);
  });
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
