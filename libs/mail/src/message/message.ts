/** A part of a message, written once and rendered as text and as HTML. */
export type Block =
  | { paragraph: string }
  /** To be copied as it stands, line by line. */
  | { code: string }
  | { link: string; label: string }
  | { facts: Record<string, string> };

export interface Message {
  subject: string;
  body: Block[];
}
