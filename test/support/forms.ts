import type { Pool } from 'pg';
import { FormTokens } from '#libs/website/src/forms/form-tokens.js';
import { ManualClock } from './manual-clock.ts';

/** Returns the token of a form issued the given time ago, signed with the secret in the server's database. */
export async function tokenOfAge(pool: Pool, form: string, ageMs: number): Promise<string> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    `SELECT secret FROM signing_secrets WHERE name = 'forms'`,
  );
  return new FormTokens(rows[0]!.secret, new ManualClock(Date.now() - ageMs)).issue(form);
}

export interface FormAnswer {
  status: number;
  headers: Headers;
  html: string;
}

/** Sends a form as a browser does, from an address of its own unless the headers say otherwise. */
export async function sendForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Returns the page's error messages by field; the key "" holds the one for the whole form. */
export function problemsIn(html: string): Record<string, string> {
  const [summary = ''] = /<div class="errors".*?<\/div>/s.exec(html) ?? [];
  const items = summary.matchAll(/<li>(?:<a href="#(\w+)">)?(.*?)(?:<\/a>)?<\/li>/gs);
  return Object.fromEntries([...items].map(([, field = '', message]) => [field, message!]));
}
