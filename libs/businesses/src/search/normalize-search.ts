import { findPhoneNumbersInText } from 'libphonenumber-js';

/** Runs of emoji with their modifiers and joiners, such as a skin tone or a zero-width joiner. */
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+/gu;
const PICTURE = /\p{Extended_Pictographic}/gu;
const ZIP_PLUS_4 = /\b(\d{5})-\d{4}\b/g;
const TEN_DIGITS = /(?:\d\D*){10}/;
/** Phone number without an area code, such as 265-7800. */
const LOCAL_NUMBER = /(?<![\d-])(\d{3})[-.](\d{4})(?![\d-])/g;

/**
 * Normalizes a search text before it is split into words: a phone number becomes its ten or
 * seven digits, a ZIP+4 becomes the ZIP code, and each emoji becomes a word.
 */
export function normalizeSearch(text: string): string {
  const plain = withPlainPhoneNumbers(text).replace(LOCAL_NUMBER, '$1$2').replace(ZIP_PLUS_4, '$1');
  return plainPictures(plain);
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
