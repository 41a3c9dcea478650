import type { ComponentChildren } from 'preact';

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
