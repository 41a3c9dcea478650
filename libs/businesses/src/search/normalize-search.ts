import { findPhoneNumbersInText } from 'libphonenumber-js';
import { withoutControlCharacters } from '#libs/text/src/control-characters.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { categoriesInSpanish } from '../categories/categories.es.js';

/** Runs of emoji with their modifiers and joiners, such as a skin tone or a zero-width joiner. */
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+/gu;
const PICTURE = /\p{Extended_Pictographic}/gu;
const ZIP_PLUS_4 = /\b(\d{5})-\d{4}\b/g;
const TEN_DIGITS = /(?:\d\D*){10}/;
/** Spanish names of categories in a plain text, singular or plural. The longest ones come first. */
const SPANISH_NAMES = [...categoriesInSpanish]
  .sort(([, one], [, other]) => other.length - one.length)
  .map(([english, spanish]) => ({
    english,
    spanish: new RegExp(
      `\\b${plainText(spanish).replace(/(?:s|(?<!s))(?= |$)/g, '(?:e?s)?')}\\b`,
      'g',
    ),
  }));
/** Phone number without an area code, such as 265-7800. */
const LOCAL_NUMBER = /(?<![\d-])(\d{3})[-.](\d{4})(?![\d-])/g;

/**
 * Normalizes a search text before it is split into words: a phone number becomes its ten or
 * seven digits, a ZIP+4 becomes the ZIP code, each emoji becomes a word, and invisible characters
 * are removed. A zero-width space separates words.
 */
export function normalizeSearch(text: string): string {
  const visible = withoutControlCharacters(text.replaceAll('\u200B', ' '));
  const plain = withPlainPhoneNumbers(visible)
    .replace(LOCAL_NUMBER, '$1$2')
    .replace(ZIP_PLUS_4, '$1');
  return plainPictures(plain);
}

/** Returns a search with the names of categories in English, or null if it has no Spanish ones. */
export function withEnglishCategories(text: string): string | null {
  const typed = plainText(text);
  const found = SPANISH_NAMES.reduce(
    (left, { spanish, english }) => left.replace(spanish, english),
    typed,
  );
  return found === typed ? null : found;
}

/** Trims a text, removes emoji modifiers such as skin tones, and makes each emoji a word. */
export function plainPictures(text: string): string {
  return text
    .replace(PICTURES, (pictures) => ` ${(pictures.match(PICTURE) ?? []).join(' ')} `)
    .trim();
}

function withPlainPhoneNumbers(text: string): string {
  if (!TEN_DIGITS.test(text)) return text;
  return findPhoneNumbersInText(text, 'US').reduceRight(
    (plain, { startsAt, endsAt, number }) =>
      `${plain.slice(0, startsAt)} ${number.nationalNumber} ${plain.slice(endsAt)}`,
    text,
  );
}
