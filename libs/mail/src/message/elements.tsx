import { withoutControlCharacters } from '#libs/text/src/control-characters.js';
import type { Quotation } from './message.js';

/** Text with line breaks. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <>
      {index > 0 && <br />}
      {line}
    </>
  ));
}

/** A link on its own line. */
export function Link({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a href={href}>{children}</a>
    </p>
  );
}

/** The main link of a mail. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a class="action" href={href}>
        {children}
      </a>
    </p>
  );
}

/** Text to be copied exactly. */
export function Code({ children }: { children: string }) {
  return <pre>{children}</pre>;
}

/** Names with values, one per line. Entries without a value are omitted. */
export function Facts({ facts }: { facts: Record<string, string | undefined> }) {
  return (
    <table>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <tr>
            <th>{name}</th>
            <td>{value}</td>
          </tr>
        ))}
    </table>
  );
}

/** An email address as a link. */
export function Mailbox({ children }: { children: string }) {
  return <a href={`mailto:${children}`}>{children}</a>;
}

/** Third-party text, marked as a quotation on each line. */
export function Quote({ about, links = {}, quote }: Quotation) {
  return (
    <>
      <p>
        <Lines text={about} />
      </p>
      {Object.entries(links).map(([label, href]) => (
        <Link href={href}>{label}</Link>
      ))}
      <blockquote>
        <Lines text={withoutControlCharacters(quote)} />
      </blockquote>
    </>
  );
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Chicago',
});

/** Formats a time for readers in Minnesota: "Nov 30, 2026, 6:00 PM Central". */
export function writtenTime(time: Date): string {
  // Unicode locale data puts a narrow no-break space before "PM".
  return `${FORMAT.format(time).replaceAll('\u202f', ' ')} Central`;
}
