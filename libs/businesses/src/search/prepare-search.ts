import { findPhoneNumbersInText } from 'libphonenumber-js';

/** With what joins pictures to one, such as a skin tone or a zero-width joiner. */
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)+/gu;
const PICTURE = /\p{Extended_Pictographic}/gu;
const ZIP_PLUS_4 = /\b(\d{5})-\d{4}\b/g;
const TEN_DIGITS = /(?:\d\D*){10}/;

/**
 * A text that somebody searches for, before it is divided into words: a phone number becomes its ten
 * digits, a ZIP+4 the ZIP code, and each picture a word of its own.
 */
export function prepareSearch(text: string): string {
  return plainPictures(withPlainPhoneNumbers(text).replace(ZIP_PLUS_4, '$1'));
}

/** A text, trimmed, in which each picture is a word of its own, without skin tones and the like. */
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
