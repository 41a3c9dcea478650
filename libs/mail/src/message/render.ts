import { withoutControlCharacters } from '#libs/text/src/control-characters.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import type { Block, Message } from './message.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

const LONGEST_SUBJECT = 120;

export interface RenderedMessage {
  subject: string;
  text: string;
  html: string;
}

/**
 * A message as it is sent: its body, the signature, and then what others wrote. The subject is one
 * line of at most 120 characters. Control characters, which records of former versions may hold, are
 * left out.
 */
export function render(
  { subject, body, quotes = [] }: Message,
  signature: readonly Block[],
): RenderedMessage {
  const blocks = [
    ...body,
    ...signature,
    ...quotes.flatMap(({ about, quote }) => [
      { paragraph: about },
      { quote: withoutControlCharacters(quote) },
    ]),
  ];
  const subjectLine = excerpt(withoutControlCharacters(subject), LONGEST_SUBJECT);
  return {
    subject: subjectLine,
    text: withoutControlCharacters(renderText(blocks)),
    html: withoutControlCharacters(renderHtml(subjectLine, blocks)),
  };
}
