import { distance } from 'fastest-levenshtein';
import { placeSlug } from './place-names.js';

/** Names of the 87 counties of Minnesota. */
// prettier-ignore
export const COUNTIES: readonly string[] = [
  'Aitkin', 'Anoka', 'Becker', 'Beltrami', 'Benton', 'Big Stone', 'Blue Earth', 'Brown', 'Carlton',
  'Carver', 'Cass', 'Chippewa', 'Chisago', 'Clay', 'Clearwater', 'Cook', 'Cottonwood', 'Crow Wing',
  'Dakota', 'Dodge', 'Douglas', 'Faribault', 'Fillmore', 'Freeborn', 'Goodhue', 'Grant', 'Hennepin',
  'Houston', 'Hubbard', 'Isanti', 'Itasca', 'Jackson', 'Kanabec', 'Kandiyohi', 'Kittson',
  'Koochiching', 'Lac qui Parle', 'Lake', 'Lake of the Woods', 'Le Sueur', 'Lincoln', 'Lyon',
  'McLeod', 'Mahnomen', 'Marshall', 'Martin', 'Meeker', 'Mille Lacs', 'Morrison', 'Mower', 'Murray',
  'Nicollet', 'Nobles', 'Norman', 'Olmsted', 'Otter Tail', 'Pennington', 'Pine', 'Pipestone',
  'Polk', 'Pope', 'Ramsey', 'Red Lake', 'Redwood', 'Renville', 'Rice', 'Rock', 'Roseau', 'Scott',
  'Sherburne', 'Sibley', 'St. Louis', 'Stearns', 'Steele', 'Stevens', 'Swift', 'Todd', 'Traverse',
  'Wabasha', 'Wadena', 'Waseca', 'Washington', 'Watonwan', 'Wilkin', 'Winona', 'Wright',
  'Yellow Medicine',
];

/** Word for a county in the languages of the website. */
export const COUNTY = /\b(?:county|condado|degmada)\b/i;

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(?:county|co|(?:el )?condado(?: del?)?|degmada)\b\.?/g, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z]/g, '');

const BY_PLAIN_NAME = new Map(COUNTIES.map((county) => [plain(county), county]));

/**
 * Counties by FIPS 6-4 number. The numbers are odd and follow the names with "Mac" and "Saint"
 * spelled out.
 */
const BY_NUMBER = new Map(
  COUNTIES.map((county) => ({
    county,
    spelled: county.replace(/^Mc/, 'Mac').replace(/^St\./, 'Saint').toLowerCase(),
  }))
    .sort((a, b) => (a.spelled < b.spelled ? -1 : 1))
    .map(({ county }, index) => [String(2 * index + 1).padStart(3, '0'), county]),
);

/** Minimum length for spelling correction. Shorter names are too similar to each other. */
const GUESS_FROM = 6;

/**
 * Returns the official name of a county from any common spelling or its FIPS number ("053",
 * "27053"), or undefined if Minnesota has no such county.
 */
export function countyNamed(text: string): string | undefined {
  const number = /^(?:27)?(\d{3})$/.exec(text)?.[1];
  return number ? BY_NUMBER.get(number) : BY_PLAIN_NAME.get(plain(text));
}

/** Returns the slug of the county that `countyNamed` finds. */
export function countySlug(text: string): string | undefined {
  const county = countyNamed(text);
  return county && placeSlug(county);
}

/**
 * Returns the county meant by a text with one wrong letter, or undefined if there is none or
 * several match.
 */
export function countyMisspelled(text: string): string | undefined {
  const wanted = plain(text);
  if (wanted.length < GUESS_FROM) return undefined;
  const near = [...BY_PLAIN_NAME].filter(([name]) => distance(name, wanted) === 1);
  return near.length === 1 ? near[0]![1] : undefined;
}
