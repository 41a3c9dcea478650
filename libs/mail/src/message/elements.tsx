import type { ComponentChildren } from 'preact';

/** A text with its line breaks. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <>
      {index > 0 && <br />}
      {line}
    </>
  ));
}

/** A link on a line of its own. */
export function Link({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a href={href}>{children}</a>
    </p>
  );
}

/** The link that a mail is sent for. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a class="action" href={href}>
        {children}
      </a>
    </p>
  );
}

/** To be copied as it stands, line by line. */
export function Code({ children }: { children: string }) {
  return <pre>{children}</pre>;
}

/** Names with their values, a line each; those without a value are left out. */
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

/** An address that one can write to. */
export function Mailbox({ children }: { children: string }) {
  return <a href={`mailto:${children}`}>{children}</a>;
}

/** What somebody else wrote, marked as such in each line. */
export function Quote({ about, quote }: { about: string; quote: ComponentChildren }) {
  return (
    <>
      <p>
        <Lines text={about} />
      </p>
      <blockquote>{quote}</blockquote>
    </>
  );
}
