import type { ComponentChildren } from 'preact';

/**
 * A mail before it is rendered. Its body is JSX of the few elements that `renderText` knows, so that
 * the text and the HTML of the mail come from one source.
 */
export interface Message {
  subject: string;
  body: ComponentChildren;
  /** Whom an answer goes to; the contact for questions unless given. */
  replyTo?: string;
  /** What others wrote. It comes last, behind all that is ours, so that it cannot pose as ours. */
  quotes?: Quotation[];
}

export interface Quotation {
  /** What is quoted, in our words. */
  about: string;
  quote: string;
}
