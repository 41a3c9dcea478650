import type { ComponentChildren } from 'preact';
import type { Environment } from '#libs/config/src/environment.js';

/**
 * A mail before rendering. Its body is JSX with the few elements that `renderText` supports, so that
 * text and HTML come from one source.
 */
export interface Message {
  subject: string;
  body: ComponentChildren;
  /** Reply-to address; the contact by default. */
  replyTo?: string;
  /** Third-party text. It comes last, after our own, so that it can't impersonate us. */
  quotes?: Quotation[];
}

export interface Quotation {
  /** Description of the quoted text. */
  about: string;
  /** Links above the quoted text, by label. */
  links?: Record<string, string>;
  quote: string;
}

/** Returns the contact address for recipients: SUPPORT_EMAIL, or else the sender address. */
export function contactOf({
  SUPPORT_EMAIL,
  MAIL_FROM,
}: Pick<Environment, 'SUPPORT_EMAIL' | 'MAIL_FROM'>): string {
  return SUPPORT_EMAIL ?? /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
}
