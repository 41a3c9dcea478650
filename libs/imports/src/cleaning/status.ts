import type { BusinessStatus } from '#libs/database/src/database.js';

const OPEN =
  /^(?:open|active|operating|operational|current|in business)(?: (?:in good standing|now))?$/;
const TEMPORARILY = /^(?:temporar(?:il)?y clos(?:ed|ure)|closed temporar(?:il)?y)$/;
/** What registries and lists call a business that is no more, alone or one after another. */
const CLOSED =
  /^(?:(?:permanently|administratively|voluntarily|involuntarily|closed|inactive|dissolved|dissolution|expired|revoked|terminated|cancell?ed|withdrawn|defunct|moved|out of business)(?: |$))+$/;

/** Whether a business is open, where a source says so in words that leave no doubt. */
export function cleanStatus(text: string): BusinessStatus | null {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .replace(/\bpermanently closed\b|\bclosed permanently\b/, 'closed')
    .trim();
  if (OPEN.test(plain)) return 'open';
  if (TEMPORARILY.test(plain)) return 'temporarily_closed';
  return CLOSED.test(plain) ? 'closed' : null;
}

/** Closed, where a column such as `permanently_closed` says yes. */
export function closedIf(text: string): BusinessStatus | null {
  return /^(?:true|t|yes|y|1)$/i.test(text) ? 'closed' : null;
}

/** Closed, where a column such as `is_open` says no. */
export function closedUnless(text: string): BusinessStatus | null {
  return /^(?:false|f|no|n|0)$/i.test(text) ? 'closed' : null;
}
