import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { FormKey } from '#libs/website/src/forms/form-key.js';

/** Returns the token of a form that another process of the same database issued some time ago. */
export async function tokenOfAge(pool: Pool, form: string, ageMs: number): Promise<string> {
  const key = new FormKey();
  await pool.query(`INSERT INTO form_keys VALUES ($1, now() + interval '1 day')`, [
    Buffer.from(key.publicKey, 'base64url'),
  ]);
  return key.issue(form, new Date(Date.now() - ageMs));
}

/** Replaces the token of the form on a page, as if the form had been open for a minute. */
export async function letMinutePass(page: Page, pool: Pool, form: string): Promise<void> {
  const token = await tokenOfAge(pool, form, 60_000);
  await page.locator('input[name=token]').evaluate((input: HTMLInputElement, value) => {
    input.value = value;
  }, token);
}

export interface FormResponse {
  status: number;
  headers: Headers;
  html: string;
}

/** Sends a form as a browser does, from a new address unless the headers set one. */
export async function sendForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormResponse> {
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
