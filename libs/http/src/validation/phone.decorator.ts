import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { FromText } from '#libs/text/src/from-text.js';
import { readPhoneNumber } from '#libs/text/src/phone-number.js';

/** Maximum length of a phone number as people write it. */
export const MAX_PHONE = 40;

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Declares a phone number, converted to E.164. Refuses text that contains more than one number,
 * such as an extension, because the rest would be lost.
 */
export function Phone() {
  return applyDecorators(
    FromText((text) => {
      const found = text.length <= MAX_PHONE && readPhoneNumber(text);
      return found && !found.note ? found.value : text;
    }),
    Matches(E164, {
      message:
        '$property must be one phone number without an extension, such as (218) 555-0147 or +12185550147.',
    }),
  );
}
