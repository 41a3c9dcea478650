import type { BusinessStatus } from '#libs/database/src/database.js';
import { cleanDate } from './date.js';

const OPEN =
  /^(?:open|active|operating|operational|current|in business)(?: (?:in good standing|now))?$/;
const TEMPORARILY = /^(?:temporar(?:il)?y clos(?:ed|ure)|closed temporar(?:il)?y|suspended)$/;
/** Words that registries and lists use for closed businesses, alone or in sequence. */
const CLOSED =
  /^(?:(?:permanently|administratively|voluntarily|involuntarily|closed|inactive|dissolved|dissolution|expired|revoked|terminated|cancell?ed|withdrawn|defunct|moved|merged|out of business)(?: |$))+$/;

/** Returns a business's status if the source states it unambiguously. */
export function cleanStatus(text: string): BusinessStatus | null {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .replace(/\bnot (?:active|operating|open)\b/, 'inactive')
    .replace(/\bpermanently closed\b|\bclosed permanently\b/, 'closed')
    .trim();
  if (OPEN.test(plain)) return 'open';
  if (TEMPORARILY.test(plain)) return 'temporarily_closed';
  return CLOSED.test(plain) ? 'closed' : null;
}

/** Returns closed if a column such as `permanently_closed` is true, or has the closing date. */
export function closedIf(text: string): BusinessStatus | null {
  return /^(?:true|t|yes|y|1)$/i.test(text) || cleanDate(text) ? 'closed' : null;
}

/** Returns closed if a column such as `is_open` is false. */
export function closedUnless(text: string): BusinessStatus | null {
  return /^(?:false|f|no|n|0)$/i.test(text) ? 'closed' : null;
}
