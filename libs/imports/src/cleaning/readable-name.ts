import { ABBREVIATIONS } from '#libs/businesses/src/identity/normalized-street.js';

// prettier-ignore
const SMALL_WORDS = new Set([
  'a', 'an', 'and', 'at', 'by', 'de', 'del', 'for', 'in', 'la', 'las', 'los', 'of', 'on', 'or', 'the', 'to',
]);
/** Initials that have vowels and look like words. */
// prettier-ignore
const INITIALS = new Set([
  'aaa', 'aarp', 'abc', 'afl', 'ase', 'ata', 'atm', 'atv', 'cpa', 'csah', 'dba', 'dea', 'ehs', 'elca',
  'ez', 'fsa', 'hvac', 'iga', 'ibm', 'ihop', 'isd', 'it', 'napa', 'nyc', 'oem', 'pa', 'po', 'rei', 'smsu',
  'ucare', 'uhaul', 'umd', 'umn', 'ups', 'us', 'usa', 'usaf', 'usda', 'usps', 'uw', 'va', 'ymca', 'ywca',
]);
/** Words without a vowel that aren't initials, in addition to street abbreviations. */
// prettier-ignore
const ABBREVIATED = new Set([
  ...[...ABBREVIATIONS.values()].filter((word) => word.length > 2 || !/[nesw]{1,2}/.test(word)),
  'st', 'mr', 'mrs', 'ms', 'dr', 'jr', 'sr', 'mt', 'ft', 'ng', 'nd', 'rd', 'th', 'bldg', 'blvd', 'brdg',
  'bros', 'chld', 'cntr', 'cnty', 'ctr', 'ctrs', 'dept', 'dist', 'gr', 'grp', 'hlth', 'hrs', 'hts', 'jct', 'lk', 'ln',
  'ltd', 'mfg', 'mgmt', 'mkt', 'mktg', 'mpls', 'mtn', 'nsg', 'nth', 'pkg', 'pkwy', 'prts', 'pts', 'pvt', 'rm', 'rvr', 'schl',
  'sch', 'shpg', 'spgs', 'srvc', 'srvcs', 'svc', 'svcs', 'tr', 'trl', 'twp', 'vlg', 'yrs',
]);
const ROMAN = /^(?:[ivx]{2,4})$/;

/** Three capitals or an ordinal; fewer capitals may be initials. */
const SHOUTED = /\p{Lu}{3}|\d(?:ST|ND|RD|TH)\b/u;

/** Rewrites an all-caps name in readable case; returns other names unchanged. */
export function readableName(name: string): string {
  if (/\p{Ll}/u.test(name) || !SHOUTED.test(name)) return name;
  const words = name.toLowerCase().split(/(?<=[\s/(-])/);
  const last = words.length - 1;
  return words.map((word, index) => readableWord(word, index === 0, index === last)).join('');
}

function readableWord(word: string, isFirst: boolean, isLast: boolean): string {
  const [whole, possessive = ''] = /^(.*?)(['’]s\W*)?$/.exec(word)!.slice(1) as [string, string?];
  if (isInitials(whole, isFirst)) return whole.toUpperCase() + possessive;
  if (!isFirst && !isLast && SMALL_WORDS.has(word.trim())) return word;
  return word
    .replace(/^([^\p{L}\d]*)(\p{L})/u, upperSecond)
    .replace(/^(\W*Mc)(\p{L})(?=\p{L}{2})/u, upperSecond)
    .replace(/^(\W*[DLO]['’])(\p{L})(?=\p{L})/u, upperSecond);
}

function upperSecond(_: string, before: string, letter: string): string {
  return before + letter.toUpperCase();
}

/**
 * Reports whether a word is usually written in capitals: "J.R.", "AT&T", "3M", "NE", "LLC", "GNC".
 */
function isInitials(word: string, isFirst: boolean): boolean {
  const bare = word.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  if (/^\p{L}(?:\.\p{L})+$|^\p{L}{1,2}&\p{L}{1,2}$|^\d+\p{L}$|^[ns][ew]$/u.test(bare)) return true;
  if (ROMAN.test(bare)) return !isFirst;
  return INITIALS.has(bare) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(bare) && !ABBREVIATED.has(bare));
}
