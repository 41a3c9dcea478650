import {
  ATTRIBUTE_DECLARATIONS,
  type AttributeName,
  type AttributeValues,
  LANGUAGE,
  MAX_WORDS,
} from '#libs/businesses/src/record/attributes.js';

type Value = NonNullable<AttributeValues[AttributeName]>;

const YES = /^(?:y|yes|true|1|wlan|wifi|free|customers|designated|only|required)$/;
const NO = /^(?:n|no|false|0)$/;

/** Other words for kinds of payment. */
const PAYMENTS: Readonly<Record<string, string>> = {
  card: 'cards',
  creditcards: 'cards',
  creditcard: 'cards',
  debitcards: 'cards',
  snap: 'ebt',
  'ebt/snap': 'ebt',
};

/** Reads an attribute as this directory, OpenStreetMap or people write it. Null if unreadable. */
export function cleanAttribute(name: AttributeName, text: string): Value | null {
  const { form, words } = ATTRIBUTE_DECLARATIONS[name];
  const word = text.toLowerCase();
  if (form === 'list') return listIn(word, words);
  const yesOrNo = YES.test(word) ? true : NO.test(word) ? false : null;
  if (form === 'boolean') return yesOrNo;
  const stated = yesOrNo === null ? word : yesOrNo ? 'yes' : 'no';
  return words!.includes(stated) ? stated : null;
}

function listIn(text: string, words: readonly string[] | undefined): string[] | null {
  const stated = text
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const known = stated.map((word) => (words && PAYMENTS[word.replace(/[\s_-]/g, '')]) ?? word);
  const areKnown = known.every((word) => words?.includes(word) ?? LANGUAGE.test(word));
  const unique = [...new Set(known)];
  return areKnown && unique.length > 0 && unique.length <= MAX_WORDS ? unique : null;
}
