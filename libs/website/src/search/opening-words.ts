/** Times at which a business must be open: now, at some point before midnight, or after 10 PM. */
export const OPENINGS = ['now', 'today', 'late'] as const;
export type Opening = (typeof OPENINGS)[number];

/** Phrases that visitors type for each, in the languages of the website. */
const WORDS: Record<Opening, RegExp> = {
  now: /\b(?:open (?:right )?now|abiert[oa]s? ahora|hadda furan|qhib tam sim no)\b/i,
  today: /\b(?:open today|abiert[oa]s? hoy|maanta furan|qhib hnub no)\b/i,
  late: /\b(?:open late|abiert[oa]s? (?:hasta )?tarde|furan ilaa goor dambe|qhib txog lig)\b/i,
};

/** Splits "brewery open now" into search words and opening filter. */
export function splitOpening(text: string): { q: string; opening?: Opening } {
  const opening = OPENINGS.find((each) => WORDS[each].test(text));
  if (!opening) return { q: text };
  return { q: text.replace(WORDS[opening], ' ').replace(/\s+/g, ' ').trim(), opening };
}
