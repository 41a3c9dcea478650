import type { ApiKey } from '#libs/database/src/database.js';
import type { Block } from '#libs/mail/src/message/message.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';

/** A new secret, what it is good for and how to use it: what each mail with a key says. */
export function keyBlocks(key: ApiKey, text: string, publicUrl: string): Block[] {
  return [
    { code: text },
    termsOf(key),
    { paragraph: 'Send it in the X-API-Key header of each request:' },
    { code: `curl -H 'X-API-Key: ${text}' \\\n  ${publicUrl}/api/v1/businesses` },
    {
      paragraph:
        'Keep it like a password: it appears only in this mail, and we cannot show it again. If you ' +
        'get more than one such mail, the key in the newest counts.',
    },
    { link: `${publicUrl}/developers`, label: 'Documentation' },
  ];
}

/** The limit and the expiry that apply. */
export function termsOf({ limitPerHour, expiresAt }: ApiKey): Block {
  return {
    facts: {
      Limit: `${limitPerHour} requests per hour`,
      ...(expiresAt && { 'Valid until': writtenTime(expiresAt) }),
    },
  };
}
