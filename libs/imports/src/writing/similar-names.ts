import { distance as slips } from 'fastest-levenshtein';
import { normalisedName } from '#libs/businesses/src/identity/normalised-name.js';
import { normalisedStreet } from '#libs/businesses/src/identity/normalised-street.js';
import { normalisedCity } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Similarity } from './similarity.js';

type Named = Pick<CleanBusiness, 'name' | 'city' | 'street'>;

/** Minimum letters for a comparison; shorter names match by accident. */
const [SHORTEST_BEGINNING, SHORTEST_MISSPELLED] = [5, 8];

/**
 * Compares the names of two businesses at the same location. Names are the `same` if they differ
 * only in spaces or abbreviations (`KinderCare`, `Kinder Care`) or repeat the location (`Cub Foods
 * - Lake St`, `Joe's Cafe (Ely)`). They are `perhaps` the same if one has extra words (`Elm Bar &
 * Grill`) or a typo.
 */
export function similarityOfNames(a: Named, b: Named): Similarity {
  const [one, other] = [a, b].map((named) => withoutPlace(named));
  const [short, long] = [one!, other!]
    .map((name) => normalisedStreet(normalisedName(name)).replaceAll(' ', ''))
    .sort((x, y) => x.length - y.length) as [string, string];
  if (short === long) return 'same';
  if (short.length >= SHORTEST_BEGINNING && long.startsWith(short)) return 'perhaps';
  const isSlip =
    short.length >= SHORTEST_MISSPELLED &&
    long.length - short.length < 2 &&
    digitsOf(short) === digitsOf(long) &&
    slips(short, long) === 1;
  return isSlip ? 'perhaps' : 'different';
}

/** Strips a suffix that only repeats the city or street. */
function withoutPlace({ name, city, street }: Named): string {
  const parts = /^(.+?)(?:\s+[-–—@]\s*([^-–—]+)|\s*\(([^()]+)\))$/.exec(name);
  const behind = parts?.[2] ?? parts?.[3];
  if (!behind) return name;
  const place = [city && normalisedCity(city), street && normalisedStreet(street)].join(' ');
  const isPlace = [normalisedCity(behind), normalisedStreet(behind)].some((words) =>
    ` ${place} `.includes(` ${words} `),
  );
  return isPlace ? parts![1]! : name;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
