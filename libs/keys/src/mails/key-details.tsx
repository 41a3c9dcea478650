import type { Environment } from '#libs/config/src/environment.js';
import { contactOf } from '#libs/mail/src/message/contact.js';
import { Code, Facts, Link, Mailbox } from '#libs/mail/src/message/elements.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';
import { startOfKeyText } from '../key-text/key-text.js';
import type { MailedKey } from './mailed-keys.js';

interface NewSecretProperties {
  apiKey: MailedKey;
  /** The secret. */
  text: string;
  environment: Environment;
}

/** A new secret, what it is good for and how to use it: what each mail with a key says. */
export function NewSecret({ apiKey, text, environment }: NewSecretProperties) {
  const start = startOfKeyText(text);
  const { PUBLIC_URL } = environment;
  return (
    <>
      <Code>{text}</Code>
      <Terms apiKey={apiKey} starts={[start]} />
      <p>Send it in the X-API-Key header of each request:</p>
      <Code>{`curl -H 'X-API-Key: ${text}' \\\n  ${PUBLIC_URL}/api/v1/businesses`}</Code>
      <p>
        Keep it like a password: it appears only in this mail, and we cannot show it again. If you
        get more than one such mail, the key in the newest counts.
      </p>
      <LimitMeaning />
      <p>
        <strong>If others have seen the key</strong>, for example in a public repository, write to{' '}
        <Mailbox>{contactOf(environment)}</Mailbox> at once and name it by its first characters,{' '}
        {start}, never in full. We send you a new one, and the leaked one stops working.
      </p>
      <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
      <Link href={`${PUBLIC_URL}/docs`}>Try the API in your browser</Link>
    </>
  );
}

/** How a key is recognised, and the limit and the expiry that apply. */
export function Terms({ apiKey, starts }: { apiKey: MailedKey; starts?: readonly string[] }) {
  const { label, limitPerHour, expiresAt } = apiKey;
  return (
    <Facts
      facts={{
        ...nameOf(label, starts ?? apiKey.starts),
        Limit: `${limitPerHour.toLocaleString('en-US')} requests per hour`,
        'Valid until': expiresAt ? writtenTime(expiresAt) : undefined,
      }}
    />
  );
}

/** How a key is recognised. */
export function KeyName({ apiKey: { label, starts } }: { apiKey: MailedKey }) {
  return <Facts facts={nameOf(label, starts)} />;
}

function nameOf(label: string, starts: readonly string[]): Record<string, string> {
  return { Key: starts.map((start) => `${start}…`).join(', '), Label: label };
}

/** What happens as the limit is used up. See `docs/rate-limit.md`. */
export function LimitMeaning() {
  return (
    <>
      <p>
        <strong>The limit</strong> counts all requests with the key. An hour begins with the first
        of them; 60 minutes later the count begins anew. Each answer says in X-RateLimit-Remaining
        how many requests are left, and in X-RateLimit-Reset when the hour ends.
      </p>
      <p>
        <strong>An answer with status 429</strong> means that the limit is used up. Wait for the
        seconds in Retry-After, then go on. Requests that are answered with 429 do not count.
      </p>
    </>
  );
}
