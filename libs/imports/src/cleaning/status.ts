import type { BusinessStatus } from '#libs/database/src/database.js';

/** Whether a business is open, where a source says so in words that leave no doubt. */
export function cleanStatus(text: string): BusinessStatus | null {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (/^(?:open|active|operating|operational)$/.test(plain)) return 'open';
  if (/^temporar(?:il)?y clos(?:ed|ure)$/.test(plain)) return 'temporarily_closed';
  if (/^(?:closed|permanently closed|closed permanently|out of business)$/.test(plain))
    return 'closed';
  return null;
}
