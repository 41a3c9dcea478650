import { distance } from 'fastest-levenshtein';
import { COUNTIES } from '../places/county-names.js';

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(?:county|co)\b\.?/g, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z]/g, '');

const BY_PLAIN_NAME = new Map(COUNTIES.map((county) => [plain(county), county]));

/** Names shorter than this are too like each other to guess at. */
const GUESS_FROM = 6;

/** The county's proper name, also from one with a letter wrong; null where Minnesota has none such. */
export function cleanCounty(text: string): string | null {
  const wanted = plain(text);
  const exact = BY_PLAIN_NAME.get(wanted);
  if (exact || wanted.length < GUESS_FROM) return exact ?? null;
  const near = [...BY_PLAIN_NAME].filter(([name]) => distance(name, wanted) === 1);
  return near.length === 1 ? near[0]![1] : null;
}
