import { plainText } from '#libs/text/src/plain-text.js';

const LEGAL_FORM =
  /(?: (?:inc|incorporated|llc|l l c|llp|lp|ltd|limited|co|company|corp|corporation|pllc|pa))+$/;

/**
 * Normalizes a business name for comparison: without article, legal form, case, accents and
 * punctuation.
 */
export function normalisedName(name: string): string {
  const plain = plainText(name).replace(/^the (?=.)/, '');
  return plain.replace(LEGAL_FORM, '') || plain;
}
