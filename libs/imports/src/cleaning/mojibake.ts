import { MIXED_UTF8, WINDOWS_1252 } from '../source/windows-1252.js';

/** Bytes of the Windows-1252 characters beyond ASCII. */
const BYTES = new Map(Array.from(WINDOWS_1252, (character, index) => [character, 0x80 + index]));
const RUN = new RegExp(`[${WINDOWS_1252.join('')}]{2,}`, 'g');
/** Lead bytes of UTF-8 as read in Windows-1252. */
const SUSPICIOUS = /[\u00c2-\u00f4]/;
/** Latin letters and punctuation, the only characters that a repair may produce. */
const LIKELY = /^[\u00a0-\u024f\u1e00-\u1eff\u2000-\u206f\u20ac\u2122]$/;
/** Maximum number of wrong decodings to undo. */
const MAX_TIMES = 3;

/**
 * Repairs UTF-8 that was decoded as Windows-1252, once or repeatedly ("CafÃ©" → "Café"), character
 * by character. Other characters are kept.
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

/**
 * Reports whether a text has letters lost by a wrong encoding: a replacement character or
 * unrepaired mojibake.
 */
export function hasLostLetters(text: string): boolean {
  return /\ufffd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac/.test(text);
}

function repairRun(run: string): string {
  const bytes = Buffer.from(Array.from(run, (character) => BYTES.get(character)!));
  let at = 0;
  return bytes.toString('latin1').replace(MIXED_UTF8, (sequence) => {
    const from = at;
    at += sequence.length;
    if (sequence.length === 1) return run[from]!;
    const character = Buffer.from(sequence, 'latin1').toString();
    return LIKELY.test(character) ? character : run.slice(from, at);
  });
}
