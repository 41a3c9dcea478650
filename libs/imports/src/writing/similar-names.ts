import { distance as slips } from 'fastest-levenshtein';
import { LRUCache } from 'lru-cache';
import { normalizedName } from '#libs/businesses/src/identity/match-key.js';
import { normalizedStreet } from '#libs/businesses/src/identity/normalized-street.js';
import { normalizedCity } from '#libs/geography/src/place-names.js';
import { isSlip } from '#libs/text/src/is-slip.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Similarity } from './similarity.js';

/**
 * Maximum number of texts cached for comparisons. In a large building, each business is compared
 * with hundreds of others.
 */
export const MAX_TEXTS = 10_000;

type Named = Pick<CleanBusiness, 'name' | 'city' | 'street'> &
  Partial<Pick<CleanBusiness, 'legalName'>>;

/** Minimum letters for a comparison; shorter names match by accident. */
const SHORTEST_BEGINNING = 5;
const SHORTEST_MISSPELLED = 8;
const SHORTEST_CUT_OFF = 20;
/** Minimum letters of a word that may have a typo. */
const SHORTEST_WORD = 4;
/** Words that names share by accident. */
const FILLERS = new Set(['and', 'of', 'the', 'at', 'in', 'for']);

/**
 * Compares the names of two businesses at the same location. Names are the `same` if they differ
 * only in spaces or abbreviations (`KinderCare`, `Kinder Care`), repeat the location (`Cub Foods
 * - Lake St`, `Joe's Cafe (Ely)`), or if one is cut off. They are `perhaps` the same if one has
 * extra words (`Elm Bar & Grill`) or a typo. The legal name of one may be the other's name.
 */
export function similarityOfNames(a: Named, b: Named): Similarity {
  const verdict = similarityOfTexts(a, b);
  if (verdict === 'same') return verdict;
  const [legalA, legalB] = [a, b].map(({ legalName, ...named }) =>
    legalName ? { ...named, name: legalName } : undefined,
  );
  const isOtherName = [legalA && ([legalA, b] as const), legalB && ([legalB, a] as const)].some(
    (pair) => pair && similarityOfTexts(...pair) === 'same',
  );
  if (isOtherName) return 'same';
  // One company may own two places at an address.
  return legalA && legalB && similarityOfTexts(legalA, legalB) === 'same' ? 'perhaps' : verdict;
}

function similarityOfTexts(a: Named, b: Named): Similarity {
  const names = [a, b].map(comparableName).sort((x, y) => x.length - y.length) as [string, string];
  const [short, long] = names.map((name) => name.replaceAll(' ', '')) as [string, string];
  if (short === long || isCutOff(...names)) return 'same';
  if (short.length >= SHORTEST_BEGINNING && long.startsWith(short)) return 'perhaps';
  const isSlip =
    short.length >= SHORTEST_MISSPELLED &&
    long.length - short.length < 2 &&
    digitsOf(short) === digitsOf(long) &&
    slips(short, long) === 1;
  return isSlip ? 'perhaps' : 'different';
}

/** Reports whether a name is another one that a source cut off within a word. */
export function isCutOff(name: string, whole: string): boolean {
  return (
    name.length >= SHORTEST_CUT_OFF &&
    whole.toLowerCase().startsWith(name.toLowerCase()) &&
    /^\p{L}\p{L}/u.test(whole.slice(name.length - 1))
  );
}

/**
 * Reports whether two names may be spellings of one name: two thirds of the words of the shorter
 * one occur in the other, in any order, possibly abbreviated or with a typo.
 */
export function resemble(a: Named, b: Named): boolean {
  const [short, long] = [a, b]
    .map((named) =>
      comparableName(named)
        .split(' ')
        .filter((word) => !FILLERS.has(word)),
    )
    .sort((x, y) => x.length - y.length) as [string[], string[]];
  const [digits, otherDigits] = [short, long].map((words) => digitsOf(words.join('')));
  if (digits && otherDigits && digits !== otherDigits) return false;
  if (isSlip(short.join(''), long.join(''), SHORTEST_MISSPELLED)) return true;
  const left = [...long];
  const shared = short.filter((word) => {
    const at = left.findIndex((other) => areOneWord(word, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return shared.join('').length >= SHORTEST_BEGINNING && 3 * shared.length >= 2 * short.length;
}

/** Returns the number of letters by which two names differ, regardless of the order of words. */
export function lettersBetween(a: Named, b: Named): number {
  const [one, other] = [a, b].map((named) => comparableName(named).split(' ').sort().join(' '));
  return slips(one!, other!);
}

/** Reports whether two words are the same apart from a typo or an abbreviation: `Ctr`, `Minne`. */
function areOneWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short[0] === long[0] && short.length >= 2) {
    if (short.length >= 3 && long.startsWith(short)) return true;
    if (!/.[aeiou]/.test(short) && areInOrder(short, long)) return true;
  }
  return isSlip(a, b, SHORTEST_WORD);
}

/** Reports whether the letters occur in a word in this order. */
function areInOrder(letters: string, word: string): boolean {
  let at = -1;
  return [...letters].every((letter) => (at = word.indexOf(letter, at + 1)) >= 0);
}

const comparableNames = new LRUCache<string, string, Named>({
  max: MAX_TEXTS,
  memoMethod: (_, __, { context }) => normalizedStreet(normalizedName(withoutPlace(context))),
});

function comparableName(named: Named): string {
  const key = `${named.name}|${named.city}|${named.street}`;
  return comparableNames.memo(key, { context: named });
}

/** Strips a suffix that only repeats the city or street. */
function withoutPlace({ name, city, street }: Named): string {
  const parts = /^(.+?)(?:\s+[-–—@]\s*([^-–—]+)|\s*\(([^()]+)\))$/.exec(name);
  const behind = parts?.[2] ?? parts?.[3];
  if (!behind) return name;
  const place = [city && normalizedCity(city), street && normalizedStreet(street)].join(' ');
  const isPlace = [normalizedCity(behind), normalizedStreet(behind)].some((words) =>
    ` ${place} `.includes(` ${words} `),
  );
  return isPlace ? parts![1]! : name;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
