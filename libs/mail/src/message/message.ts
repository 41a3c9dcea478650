/** A part of a message, written once and rendered as text and as HTML. */
export type Block =
  | { paragraph: string }
  /** To be copied as it stands, line by line. */
  | { code: string }
  | { link: string; label: string }
  | { facts: Record<string, string> }
  /** Somebody else's words, marked as such in each line. */
  | { quote: string };

export interface Message {
  subject: string;
  body: Block[];
  /** What others wrote. It comes last, behind all that is ours, so that it cannot pose as ours. */
  quotes?: Quotation[];
}

export interface Quotation {
  /** What is quoted, in our words. */
  about: string;
  quote: string;
}
