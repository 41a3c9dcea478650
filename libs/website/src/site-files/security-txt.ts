import type { Environment } from '#libs/config/src/environment.js';
import { contactOf } from '#libs/mail/src/message/message.js';

const DAY = 86_400_000;
/** Days until readers must fetch the file again. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Returns the contact for security researchers (RFC 9116). */
export function securityTxt(
  environment: Pick<Environment, 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'MAIL_FROM'>,
  now: Date,
): string {
  const today = Math.floor(now.getTime() / DAY);
  const { PUBLIC_URL } = environment;
  return [
    `Contact: mailto:${contactOf(environment)}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY).toISOString()}`,
    'Preferred-Languages: en',
    ...(PUBLIC_URL.startsWith('https:')
      ? [`Canonical: ${PUBLIC_URL}/.well-known/security.txt`]
      : []),
    '',
  ].join('\n');
}
