import { distance as slips } from 'fastest-levenshtein';
import { normalisedName } from '#libs/businesses/src/identity/normalised-name.js';
import { normalisedStreet } from '#libs/businesses/src/identity/normalised-street.js';
import { normalisedCity } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Similarity } from './similarity.js';

type Named = Pick<CleanBusiness, 'name' | 'city' | 'street'>;

/** With fewer letters than these, names are too like each other. */
const [SHORTEST_BEGINNING, SHORTEST_MISSPELLED] = [5, 8];

/**
 * Whether two names mean one business, given that they stand at one place. They are the `same` where
 * they differ in spaces or abbreviations (`KinderCare`, `Kinder Care`), or by the place itself (`Cub Foods - Lake St`,
 * `Joe's Cafe (Ely)`); `perhaps` where one has more words (`Elm Bar & Grill`) or a slip.
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

/** A name without what stands behind it and only repeats the city or the street. */
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
