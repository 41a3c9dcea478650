import type { Environment } from '#libs/config/src/environment.js';

/** Returns the contact address for recipients: SUPPORT_EMAIL, or else the sender address. */
export function contactOf({
  SUPPORT_EMAIL,
  MAIL_FROM,
}: Pick<Environment, 'SUPPORT_EMAIL' | 'MAIL_FROM'>): string {
  return SUPPORT_EMAIL ?? /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
}
