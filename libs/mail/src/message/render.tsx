import { render as renderHtml } from 'preact-render-to-string';
import type { Environment } from '#libs/config/src/environment.js';
import { withoutControlCharacters } from '#libs/text/src/control-characters.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { Link, Mailbox, Quote } from './elements.js';
import { MailPage } from './mail-page.js';
import { contactOf, type Message } from './message.js';
import { renderText } from './render-text.js';

const LONGEST_SUBJECT = 120;

export interface RenderedMessage {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders a complete message: its body, the signature, and then third-party text. The subject is one
 * line of at most 120 characters. Control characters, which old records may contain, are
 * removed.
 */
export function render(
  { subject, body, quotes = [] }: Message,
  environment: Environment,
): RenderedMessage {
  const content = (
    <>
      {body}
      <footer>
        <Link href={environment.PUBLIC_URL}>{environment.SITE_NAME}</Link>
        <p>
          Questions? Write to <Mailbox>{contactOf(environment)}</Mailbox>.
        </p>
      </footer>
      {quotes.map((quotation) => (
        <Quote {...quotation} />
      ))}
    </>
  );
  const subjectLine = excerpt(withoutControlCharacters(subject), LONGEST_SUBJECT);
  const page = renderHtml(<MailPage title={subjectLine}>{content}</MailPage>);
  return {
    subject: subjectLine,
    text: withoutControlCharacters(renderText(content)),
    html: withoutControlCharacters(`<!doctype html>\n${page}\n`),
  };
}
