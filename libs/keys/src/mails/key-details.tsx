import type { Environment } from '#libs/config/src/environment.js';
import type { ApiKey } from '#libs/database/src/database.js';
import { contactOf } from '#libs/mail/src/message/message.js';
import { Code, Facts, Link, Mailbox, writtenTime } from '#libs/mail/src/message/elements.js';
import { startOfKeyText } from '../key-text/key-text.js';

/** A key and the first characters of its working secrets, newest first. */
export interface MailedKey extends ApiKey {
  starts: string[];
}

interface NewSecretProperties {
  apiKey: MailedKey;
  /** Text of the secret. */
  text: string;
  environment: Environment;
}

/** Shows a new secret, its terms and how to use it. Shared by every email with a key. */
export function NewSecret({ apiKey, text, environment }: NewSecretProperties) {
  const start = startOfKeyText(text);
  const { PUBLIC_URL } = environment;
  return (
    <>
      <Code>{text}</Code>
      <Terms apiKey={apiKey} starts={[start]} />
      {apiKey.state === 'suspended' && (
        <p>
          <strong>The key is suspended.</strong> Until we resume it, requests with it fail with
          status 403.
        </p>
      )}
      <p>Send it in the X-API-Key header of every request:</p>
      <Code>{`curl -H 'X-API-Key: ${text}' \\\n  ${PUBLIC_URL}/api/v1/businesses`}</Code>
      <p>
        Keep it secret, like a password. It appears only in this email, and we cannot show it again.
        If you get more than one such email, use the key in the newest one.
      </p>
      <LimitMeaning />
      <p>
        <strong>If others have seen the key</strong>, for example in a public repository, write to{' '}
        <Mailbox>{contactOf(environment)}</Mailbox> at once. Identify the key by its first
        characters, {start}, never in full. We will send you a new key and disable the leaked one.
      </p>
      <Link href={`${PUBLIC_URL}/developers`}>Documentation</Link>
      <Link href={`${PUBLIC_URL}/docs`}>Try the API in your browser</Link>
    </>
  );
}

/** Shows the identity, limit and expiry of a key. */
export function Terms({ apiKey, starts }: { apiKey: MailedKey; starts?: readonly string[] }) {
  const { label, limitPerHour, expiresAt } = apiKey;
  const requests = limitPerHour === 1 ? 'request' : 'requests';
  return (
    <Facts
      facts={{
        ...nameOf(label, starts ?? apiKey.starts),
        Limit: `${limitPerHour.toLocaleString('en-US')} ${requests} per hour`,
        'Valid until': expiresAt ? writtenTime(expiresAt) : 'further notice',
      }}
    />
  );
}

/** Shows the label of a key and the start of its secrets. */
export function KeyName({ apiKey: { label, starts } }: { apiKey: MailedKey }) {
  return <Facts facts={nameOf(label, starts)} />;
}

function nameOf(label: string, starts: readonly string[]): Record<string, string> {
  return { Key: starts.map((start) => `${start}…`).join(', '), Label: label };
}

/** Explains how the rate limit works. See `docs/rate-limit.md`. */
export function LimitMeaning() {
  return (
    <>
      <p>
        <strong>The limit</strong> counts all requests with this key. An hour starts with the first
        request and ends 60 minutes later, when the count resets. The X-RateLimit-Remaining header
        of each response shows how many requests are left, and X-RateLimit-Reset shows when the hour
        ends.
      </p>
      <p>
        <strong>Status 429</strong> means that the limit is used up. Wait for the number of seconds
        in Retry-After before you send the next request. Requests refused with 429 do not count.
      </p>
    </>
  );
}
