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

const YES = /^(?:true|t|yes|y|1)$/i;
const NO = /^(?:false|f|no|n|0)$/i;

/** Returns the status by a column such as `permanently_closed`, which may have the closing date. */
export function closedIf(text: string): BusinessStatus | null {
  if (NO.test(text)) return 'open';
  return YES.test(text) || cleanDate(text) ? 'closed' : null;
}

/** Returns the status by a column such as `is_open`. */
export function openIf(text: string): BusinessStatus | null {
  if (NO.test(text)) return 'closed';
  return YES.test(text) ? 'open' : null;
}
