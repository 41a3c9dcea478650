import type { Environment } from '#libs/config/src/environment.js';

/** Whom the readers of mails can write to: SUPPORT_EMAIL, or else the address that mails come from. */
export function contactOf({
  SUPPORT_EMAIL,
  MAIL_FROM,
}: Pick<Environment, 'SUPPORT_EMAIL' | 'MAIL_FROM'>): string {
  return SUPPORT_EMAIL ?? /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
}
