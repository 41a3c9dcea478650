import type { Database } from '#libs/database/src/database.js';
import { SystemClock } from '#libs/config/src/clock.js';
import type { CleanBusiness } from '#libs/imports/src/cleaning/clean-record.js';
import { fictionalBusinesses } from '#libs/imports/src/generate/fictional-business.js';
import { Random } from '#libs/imports/src/generate/random.js';
import { BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { toCandidate } from '#libs/imports/src/writing/candidate.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { cleanRow } from './clean-row.ts';

/** A row with one way to describe it differently; undefined if the way doesn't apply to the row. */
type Way = (row: CleanBusiness, random: Random, other: CleanBusiness) => Change | undefined;
type Change = Partial<CleanBusiness>;

const SHORT: [RegExp, string][] = [
  [/\bHospital\b/, 'Hosp'],
  [/\bCenter\b/, 'Ctr'],
  [/\bHealth\b/, 'Hlth'],
  [/\bCommunity\b/, 'Comm'],
  [/\bSystem\b/, 'Sys'],
  [/\bUniversity\b/, 'Univ'],
  [/\bElementary School\b/, 'Elem'],
  [/\bSchool\b/, 'Sch'],
  [/\bRestaurant\b/, 'Rest'],
  [/\bMinnesota\b/, 'MN'],
  [/\bMinneapolis\b/, 'Mpls'],
  [/\bDepartment\b/, 'Dept'],
  [/\bBrothers\b/, 'Bros'],
  [/\bMarket\b/, 'Mkt'],
  [/\bCompany\b/, 'Co'],
  [/\bServices?\b/, 'Svc'],
  [/\bFamily\b/, 'Fam'],
  [/\bBrewing\b/, 'Brwg'],
];
const NOWHERE: Change = { latitude: null, longitude: null, precision: null };
const isExact = ({ precision }: CleanBusiness) => precision === 'exact';
const wordsOf = (name: string) => name.split(' ');

/** Ways in which another source describes the same business. */
const SAME: Record<string, Way> = {
  'legal form, capitals': ({ name }) => ({ name: `${name.toUpperCase()}, LLC`, phone: null }),
  'words added behind': ({ name, city }, random) => ({
    name: `${name} ${random.pick([city ?? 'of Minnesota', 'of Minnesota', '& Catering', 'Restaurant'])}`,
  }),
  'words added in front': ({ name, city }, random) => ({
    name: `${random.pick([city ?? 'Old', 'Restaurant', 'Original', 'New'])} ${name}`,
  }),
  'word left out': ({ name }, random) => {
    const words = wordsOf(name);
    if (words.length < 3) return undefined;
    words.splice(random.integer(0, words.length - 1), 1);
    return { name: words.join(' ') };
  },
  'words in another order': ({ name }) => {
    const [first, ...others] = wordsOf(name);
    return others.length > 0 ? { name: [...others, first].join(' ') } : undefined;
  },
  'typo in the name': ({ name }, random) => ({ name: withTypo(name, random, 0) }),
  'typo at the beginning': ({ name }, random) => ({ name: withTypo(name.slice(0, 4), random, 0) + name.slice(4) }), // prettier-ignore
  'name abbreviated': ({ name }) => {
    const short = SHORT.reduce((text, [word, by]) => text.replace(word, by), name);
    return short === name ? undefined : { name: short };
  },
  'name cut off': ({ name }) => (name.length > 22 ? { name: name.slice(0, 20).trim() } : undefined),
  'no ZIP code': () => ({ postalCode: null, ...NOWHERE }),
  'no ZIP code, typo': ({ name }, random) => ({ name: withTypo(name, random, 5), postalCode: null, ...NOWHERE }), // prettier-ignore
  'other ZIP code': ({ postalCode }) => ({ postalCode: postalCode && `${postalCode.slice(0, 4)}${(Number(postalCode[4]) + 1) % 10}`, ...NOWHERE }), // prettier-ignore
  'other city name': ({ city, postalCode }) => city && postalCode ? { city: city === 'Edina' ? 'Bloomington' : 'Edina', ...NOWHERE } : undefined, // prettier-ignore
  'no street': ({ phone }) => (phone ? { street: null, ...NOWHERE } : undefined),
  'no street or phone': (row) => (isExact(row) ? { street: null, phone: null } : undefined),
  'no street, typo': (row, random) => row.phone || isExact(row) ? { name: withTypo(row.name, random, 0), street: null } : undefined, // prettier-ignore
  'street shortened': ({ street }) => {
    const short = street?.replace(/ (?:[NSEW]|[NS][EW]|(?:St|Ave|Rd|Blvd|Street|Avenue))$/i, '');
    return short && short !== street ? { street: short, phone: null, ...NOWHERE } : undefined;
  },
  'street misspelled': ({ street }, random) => street && /^\d+ \D{6}/.test(street) ? { street: withTypo(street, random, street.indexOf(' ') + 2), ...NOWHERE } : undefined, // prettier-ignore
  'unit in the street': ({ street }) => (street ? { street: `${street} #106`, phone: null } : undefined), // prettier-ignore
  renamed: ({ street, phone }, _, other) => (street && phone ? { name: other.name } : undefined),
  moved: ({ phone }, _, { street }) => (phone && street ? { street, ...NOWHERE } : undefined),
};

/** Ways to describe a different business that resembles the row. */
const OTHER: Record<string, Way> = {
  'branch in the city': ({ street }) => street && /^\d/.test(street) ? { street: `${Number.parseInt(street) + 40}${street.replace(/^\d+/, '')}`, phone: null, ...NOWHERE } : undefined, // prettier-ignore
  'branch with another phone': ({ street, phone }) => street && /^\d/.test(street) && phone ? { street: `${Number.parseInt(street) + 40}${street.replace(/^\d+/, '')}`, phone: '+16512220199', ...NOWHERE } : undefined, // prettier-ignore
  'same name in another city': (_, __, { street, city, postalCode }) => ({ street, city, postalCode, phone: null, ...NOWHERE }), // prettier-ignore
  'neighbor in the building': ({ street }, _, { name }) =>
    street ? { name, phone: null } : undefined,
  'same first word in the building': ({ name, street }, _, other) => street && wordsOf(name).length > 1 ? { name: `${wordsOf(name)[0]} ${wordsOf(other.name).slice(1).join(' ') || 'Dental'}`, phone: null } : undefined, // prettier-ignore
  'other number in the name': ({ name, street }) => street ? { name: `${name} 7`, phone: null } : undefined, // prettier-ignore
};

/** Values that sources often lack. The same ones are left out of a row each time. */
function thinned(row: CleanBusiness, random: Random): CleanBusiness {
  return {
    ...row,
    website: null,
    ...(random.chance(0.4) && row.street && { phone: null }),
    ...(random.chance(0.5) && (row.street || row.phone) && NOWHERE),
  };
}

/** Swaps, drops, doubles or changes one letter of a word. */
function withTypo(text: string, random: Random, from: number): string {
  for (let tries = 0; tries < 20; tries++) {
    const at = random.integer(from, Math.max(from, text.length - 2));
    const letter = text[at]!;
    const next = text[at + 1]!;
    if (!/[a-z]/i.test(letter) || !/[a-z]/i.test(next ?? '') || letter === next) continue;
    const typo = random.pick([next + letter, next, letter + letter + next, `${random.pick([...'aeiorst'])}${next}`]); // prettier-ignore
    return text.slice(0, at) + typo + text.slice(at + 2);
  }
  return `${text}s`;
}

/** Outcome of pairs of rows that describe one business or two. */
export interface PairOutcomes {
  /** Share of the pairs of one business that were merged or flagged. */
  recall: number;
  /** Merged pairs of two businesses. */
  wrongMerges: string[];
}

/**
 * Imports businesses, and then, as another source, one row for each of them that describes either
 * the same business differently or a similar one.
 *
 * @param database an empty database
 */
export async function measurePairs(
  database: Database,
  businesses: readonly CleanBusiness[],
): Promise<PairOutcomes> {
  const random = new Random(1);
  const stored = await write(database, businesses);
  const firsts = businesses.flatMap((row, index) => {
    const { outcome, id } = stored[index]!;
    return outcome === 'inserted' ? [{ row, id }] : [];
  });
  const ways = [SAME, OTHER].flatMap((kinds) =>
    Object.entries(kinds).map(([kind, way]) => ({ kind, same: kinds === SAME, way })),
  );
  let turn = 0;
  const pairs = firsts.flatMap(({ row, id }) => {
    const other = random.pick(firsts).row;
    for (let tries = 0; tries < ways.length; tries++) {
      const { way, ...kind } = ways[turn++ % ways.length]!;
      const change = way(row, random, other);
      if (!change) continue;
      // Sources lack values, but not the ones by which a kind recognizes the pair.
      const thin = ['renamed', 'moved'].includes(kind.kind) ? row : thinned(row, random);
      const second = { ...thin, ...change };
      const isPlaced = second.street ?? second.phone ?? (isExact(second) || undefined);
      if (isPlaced === undefined) continue;
      return [{ ...kind, first: row, id, second }];
    }
    return [];
  });
  const written = await write(database, pairs.map(({ second }) => second)); // prettier-ignore
  const flags = new Set(
    (await database.duplicate.findMany()).flatMap(({ firstId, secondId }) => [
      `${firstId} ${secondId}`,
      `${secondId} ${firstId}`,
    ]),
  );
  const outcomes = pairs.map((pair, index) => {
    const { id } = written[index]!;
    const isMerged = id === pair.id;
    return { ...pair, isMerged, isNoticed: isMerged || flags.has(`${id} ${pair.id}`) };
  });
  const same = outcomes.filter((pair) => pair.same);
  return {
    recall: same.filter(({ isNoticed }) => isNoticed).length / same.length,
    wrongMerges: outcomes
      .filter((pair) => pair.isMerged && !pair.same)
      .map(({ kind, first, second }) => `${kind}: ${inBrief(first)} ≠ ${inBrief(second)}`),
  };
}

async function write(database: Database, rows: readonly CleanBusiness[]) {
  const transactions = new BatchTransactions(() => database.pool.connect());
  const writer = new DirectoryWriter(transactions, new SystemClock());
  const written: { outcome: string; id: string }[] = [];
  for (let start = 0; start < rows.length; start += 500) {
    const batch = rows.slice(start, start + 500);
    const planned = await writer.write(
      batch.map((row, index) => toCandidate({ row, line: start + index + 2 })),
    );
    written.push(...planned.map(({ outcome, business }) => ({ outcome, id: business.id })));
  }
  return written;
}

function inBrief({ name, street, city, postalCode, phone }: CleanBusiness): string {
  return [name, street, city, postalCode, phone].filter(Boolean).join(', ');
}

/** Returns fictional businesses as the importer cleans them, without those it rejects. */
export function fictionalRows(size: number, seed: number): CleanBusiness[] {
  return Array.from(fictionalBusinesses(size, seed)).flatMap((row) => {
    const values = Object.entries(row).filter(([, value]) => value !== null);
    const texts = values.map(([field, value]) => [field, String(value)]);
    try {
      return [cleanRow(Object.fromEntries(texts))];
    } catch {
      return [];
    }
  });
}
